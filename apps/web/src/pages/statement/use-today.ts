import { useEffect, useState } from 'react';
import { dayStart } from './statement-days.ts';

/** Start of the current day; changes at midnight. */
export function useToday(): number {
  const [today, setToday] = useState(() => dayStart(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setToday(dayStart(Date.now())), 1000);
    return () => clearInterval(timer);
  }, []);
  return today;
}
