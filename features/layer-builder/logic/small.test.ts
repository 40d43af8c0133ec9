// Time left, encodings' names, and what the browser remembers of a file.
import { beforeEach, expect, it, vi } from 'vitest';
import type { Job } from '@/contract/schemas/upload';
import { encodingKey, needsEncoding } from './formats';
import { draftOf, importsOf, jobsOf, storeDraft, storeJob } from './memory';
import { timeLeft } from './time-left';

const storage = () => {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
};
beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
});

it('guesses no time from too little, and none at the end', () => {
  expect(timeLeft(500, 0.5)).toBeNull();
  expect(timeLeft(10_000, 0.001)).toBeNull();
  expect(timeLeft(10_000, 1)).toBeNull();
});

it('says the time in one unit', () => {
  expect(timeLeft(10_000, 0.5)).toEqual({ unit: 'seconds', n: 10 });
  expect(timeLeft(10_000, 0.99)).toEqual({ unit: 'seconds', n: 5 });
  expect(timeLeft(60_000, 0.25)).toEqual({ unit: 'minutes', n: 3 });
  expect(timeLeft(3_600_000, 0.25)).toEqual({ unit: 'hours', n: 3 });
});

it('knows one encoding under its many names', () => {
  expect(encodingKey('CP1256')).toBe(encodingKey('windows-1256'));
  expect(encodingKey('UTF8')).toBe(encodingKey('UTF-8'));
  expect(encodingKey('utf-16le')).toBe(encodingKey('UTF-16'));
  expect(encodingKey('ISO-8859-1')).not.toBe(encodingKey('ISO-8859-6'));
  expect(needsEncoding('csv')).toBe(true);
  expect(needsEncoding('gpkg')).toBe(false);
});

it('remembers the jobs of a file, and forgets the oldest files', () => {
  storeJob('a', '1');
  storeJob('b', '2');
  storeJob('a', '3');
  expect(jobsOf('a')).toEqual(['1', '3']);
  expect(jobsOf('b')).toEqual(['2']);
  for (let i = 0; i < 25; i++) storeJob(`f${i}`, 'x');
  expect(jobsOf('a')).toEqual([]);
});

it('keeps a draft until it is thrown away, and lives without storage', () => {
  storeDraft('a', { encoding: 'CP1256', edits: { 0: { label: 'x' } } });
  expect(draftOf('a')).toEqual({ encoding: 'CP1256', edits: { 0: { label: 'x' } } });
  storeDraft('a', null);
  expect(draftOf('a')).toEqual({ encoding: null, edits: {} });
  vi.stubGlobal('sessionStorage', undefined);
  expect(() => storeDraft('a', { encoding: null, edits: {} })).not.toThrow();
  expect(draftOf('a').edits).toEqual({});
});

it('knows the imports of a file from the server too, so that none is ordered twice', () => {
  const job = (id: string, file_id: string, dry_run = false) => ({ id, file_id, dry_run }) as Job;
  const listed = [job('c', 'f'), job('b', 'other'), job('dry', 'f', true), job('a', 'f')];
  expect(importsOf('f', [], listed)).toEqual(['a', 'c']);
  expect(importsOf('f', ['c', 'gone'], listed)).toEqual(['c', 'a']);
  expect(importsOf('f', ['c', 'gone'], undefined)).toEqual(['c', 'gone']);
});
