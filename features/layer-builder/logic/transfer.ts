// The file that is chosen and on its way. It lives outside of the screen, so that an upload goes on while other screens are looked at.
import { create } from 'zustand';
import type { Inspection } from '@/contract/schemas/upload';
import { CallError } from '@/lib/api/errors';
import { href } from '@/lib/routes/rules';
import { guardUnload } from '@/lib/state/unload-guard';
import { useUpload } from '@/lib/state/upload';
import { sendFile } from './send-file';

const GUARD = 'layer-upload';

export interface Transfer {
  file: File | null;
  /** `looking`: all is sent, the server is looking inside. */
  phase: 'idle' | 'sending' | 'looking' | 'failed';
  loaded: number;
  total: number;
  /** When sending began, in ms. */
  since: number;
  error: CallError | null;
  /** What was inside of the last file that arrived. */
  inspection: Inspection | null;
  /** A file that was dropped on another screen: the import's first step sends it as soon as it opens. */
  isDropped: boolean;
  choose: (file: File | null) => void;
  drop: (file: File) => void;
  /** Sends the chosen file; `inspection` or `error` tells the outcome. */
  send: () => Promise<void>;
}

const still = { phase: 'idle', loaded: 0, total: 0, since: 0, error: null } as const;

/** One transfer at a time, in step with the header's badge. */
export const useTransfer = create<Transfer>((set, get) => ({
  file: null,
  inspection: null,
  isDropped: false,
  ...still,
  choose: (file) => set({ file, isDropped: false, ...still }),
  drop: (file) => set({ file, isDropped: true, ...still }),
  send: async () => {
    const { file, phase } = get();
    if (!file || phase === 'sending' || phase === 'looking') return;
    const abort = new AbortController();
    const badge = useUpload.getState();
    badge.start(() => abort.abort());
    guardUnload(GUARD, true);
    set({ ...still, isDropped: false, phase: 'sending', total: file.size, since: Date.now() });
    try {
      const inspection = await sendFile(
        file,
        (loaded, total) => {
          badge.report((loaded / Math.max(1, total)) * 100);
          set({ loaded, total, phase: loaded >= total ? 'looking' : 'sending' });
        },
        abort.signal,
      );
      badge.finish(href('layerImport', { id: inspection.file_id }));
      set({ file: null, inspection, ...still });
    } catch (error) {
      const failure = error instanceof CallError ? error : null;
      if (failure?.kind === 'cancelled') set(still);
      else {
        badge.fail();
        set({ phase: 'failed', error: failure });
      }
    } finally {
      guardUnload(GUARD, false);
    }
  },
}));
