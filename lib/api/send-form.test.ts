// A form that takes long: its progress, what is answered, a session that is renewed once, and a sending that is stopped.
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../contract/index';
import { wire } from './client';
import { CallError } from './errors';
import { sendForm } from './send-form';

interface Answer {
  status: number;
  text: string;
}
const VERSION = { id: 1, version: '1.0', path: '/x', is_required: false, sha256: 'a', size: 4, date: '2026-01-01' };
const sendings: { headers: Record<string, string>; form: FormData }[] = [];

/** A browser's sender that is answered one after the other by `answers`; `null` waits for ever. */
const answering = (answers: (Answer | null)[]) =>
  class {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    headers: Record<string, string> = {};
    status = 0;
    responseText = '';
    onload = () => {};
    onabort = () => {};
    onloadend = () => {};
    open() {}
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
    getResponseHeader() {
      return 'request-1';
    }
    abort() {
      this.onabort();
      this.onloadend();
    }
    send(form: FormData) {
      sendings.push({ headers: this.headers, form });
      this.upload.onprogress?.({ loaded: 1, total: 4 });
      const answer = answers.shift();
      if (!answer) return;
      this.status = answer.status;
      this.responseText = answer.text;
      this.onload();
      this.onloadend();
    }
  };
const send = (answers: (Answer | null)[], signal = new AbortController().signal, onProgress = (_: number) => {}) => {
  vi.stubGlobal('XMLHttpRequest', answering(answers));
  return sendForm(api.updates.publish, { version: '1.0', path: new Blob(['abcd']) }, { signal, onProgress });
};
afterEach(() => {
  vi.unstubAllGlobals();
  sendings.length = 0;
  wire.renew = async () => false;
});

it('tells how much has left, and answers what has come of it', async () => {
  wire.csrf = 'token';
  const progress: number[] = [];
  expect(await send([{ status: 200, text: JSON.stringify(VERSION) }], undefined, (percent) => progress.push(percent))).toEqual(VERSION); // biome-ignore format: one call
  expect([progress, sendings[0]?.headers['x-csrftoken'], sendings[0]?.form.get('version')]).toEqual([
    [25],
    'token',
    '1.0',
  ]);
});

it('throws a refusal with its sentence', async () => {
  await expect(send([{ status: 403, text: '{"detail":"همین نسخه هست.","code":412}' }])).rejects.toMatchObject({
    detail: 'همین نسخه هست.',
    status: 403,
  });
});

it('renews a session that has ended once, and not twice', async () => {
  const ok = { status: 200, text: JSON.stringify(VERSION) };
  const ended = { status: 401, text: '{"detail":"x","code":401}' };
  wire.renew = async () => true;
  expect(await send([ended, ok])).toEqual(VERSION);
  await expect(send([ended, ended])).rejects.toBeInstanceOf(CallError);
  expect(sendings).toHaveLength(4);
});

it('stops', async () => {
  const stop = new AbortController();
  const sending = send([null], stop.signal);
  stop.abort();
  await expect(sending).rejects.toMatchObject({ kind: 'cancelled' });
});
