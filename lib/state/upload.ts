// The one piece of work that the header shows: an upload of the import screen, or an analysis of the map; read by the badge.
import { create } from 'zustand';

export const DEFAULT_UPLOAD_LINK = '/app/layer-import/upload';

/** What the badge says is going on. */
export type HeaderWork = 'upload' | 'analysis';

export interface UploadState {
  work: HeaderWork;
  isUploading: boolean;
  /** 0 to 100. */
  progress: number;
  /** Where a click on the row leads. */
  uploadLink: string;
  /** Whether the badge's row is shown at all. */
  uploadActive: boolean;
  outcome: 'none' | 'done' | 'cancelled' | 'failed';
  /** An upload has begun; `abort` ends it when the person cancels in the header. */
  start: (abort: () => void, work?: HeaderWork) => void;
  report: (progress: number) => void;
  finish: (link?: string) => void;
  fail: () => void;
  cancel: () => void;
  dismiss: () => void;
}

const idle = { isUploading: false, progress: 0, uploadLink: DEFAULT_UPLOAD_LINK };
let abortCurrent: (() => void) | null = null;

export const useUpload = create<UploadState>((set, get) => ({
  ...idle,
  work: 'upload',
  uploadActive: false,
  outcome: 'none',
  start: (abort, work = 'upload') => {
    abortCurrent = abort;
    set({
      ...idle,
      ...(work === 'analysis' ? { uploadLink: '/app/home' } : {}),
      work,
      isUploading: true,
      uploadActive: true,
      outcome: 'none',
    });
  },
  report: (progress) => {
    if (get().isUploading) set({ progress: Math.min(100, Math.max(0, Math.round(progress))) });
  },
  finish: (link = DEFAULT_UPLOAD_LINK) => {
    abortCurrent = null;
    set({ isUploading: false, progress: 100, uploadLink: link, outcome: 'done' });
  },
  fail: () => {
    abortCurrent = null;
    set({ isUploading: false, outcome: 'failed' });
  },
  cancel: () => {
    if (!get().isUploading) return;
    abortCurrent?.();
    abortCurrent = null;
    set({ ...idle, outcome: 'cancelled' });
  },
  dismiss: () => {
    if (get().isUploading) return;
    set({ ...idle, work: 'upload', uploadActive: false, outcome: 'none' });
  },
}));
