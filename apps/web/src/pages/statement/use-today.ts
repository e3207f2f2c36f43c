import { useEffect, useState } from 'react';
import { dayStart } from './statement-days.ts';

/** Where the day begins that it is now; past midnight it is another. */
export function useToday(): number {
  const [today, setToday] = useState(() => dayStart(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setToday(dayStart(Date.now())), 1000);
    return () => clearInterval(timer);
  }, []);
  return today;
}
