import { describeJournal } from '../testing/journal-suite.ts';
import { type AppendFault, MemoryJournal, MemoryStorage } from './memory-journal.ts';

describeJournal('MemoryJournal', async () => {
  const storage = new MemoryStorage();
  let nextFault: AppendFault | null = null;
  const takeFault = (): AppendFault | null => {
    const fault = nextFault;
    nextFault = null;
    return fault;
  };
  return {
    journal: new MemoryJournal({ storage, faultOf: takeFault }),
    open: () => new MemoryJournal({ storage }),
    injectFault: async (fault) => {
      nextFault = fault;
    },
    landDelayed: async () => storage.landDelayed(),
    close: async () => undefined,
  };
});
