// The transitions of the upload badge.
import { beforeEach, expect, it, vi } from 'vitest';
import { DEFAULT_UPLOAD_LINK, useUpload } from './upload';

const state = () => useUpload.getState();
beforeEach(() => {
  state().cancel();
  state().dismiss();
});

it('goes from nothing over progress to done, and away', () => {
  state().start(() => {});
  expect(state()).toMatchObject({
    isUploading: true,
    progress: 0,
    uploadActive: true,
    uploadLink: DEFAULT_UPLOAD_LINK,
  });
  state().report(41.6);
  expect(state().progress).toBe(42);
  state().report(170);
  expect(state().progress).toBe(100);
  state().finish('/app/layer-import/7');
  expect(state()).toMatchObject({
    isUploading: false,
    progress: 100,
    uploadLink: '/app/layer-import/7',
    outcome: 'done',
  });
  state().dismiss();
  expect(state()).toMatchObject({ uploadActive: false, progress: 0, outcome: 'none', uploadLink: DEFAULT_UPLOAD_LINK });
});

it('aborts once when cancelled, and ignores late progress', () => {
  const abort = vi.fn();
  state().start(abort);
  state().cancel();
  state().cancel();
  state().report(50);
  expect(abort).toHaveBeenCalledOnce();
  expect(state()).toMatchObject({ isUploading: false, progress: 0, outcome: 'cancelled' });
});

it('stops at an error and cannot be dismissed while it runs', () => {
  state().start(() => {});
  state().dismiss();
  expect(state().uploadActive).toBe(true);
  state().fail();
  expect(state()).toMatchObject({ isUploading: false, outcome: 'failed' });
});

it('says what is at work, leads back to the map while an analysis is, and forgets it with the row', () => {
  state().start(() => {}, 'analysis');
  expect(state()).toMatchObject({ work: 'analysis', uploadLink: '/app/home' });
  state().fail();
  expect(state().work).toBe('analysis');
  state().dismiss();
  expect(state()).toMatchObject({ work: 'upload', uploadLink: DEFAULT_UPLOAD_LINK });
});
