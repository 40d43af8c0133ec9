// Compares what a row tells that the caller may do with what the call then does, to the sentence.
import { expect } from 'vitest';

interface Row {
  id: number;
  why: Record<string, string>;
  [flag: `can_${string}`]: boolean;
}

export async function expectAllowed(
  row: Row,
  act: string,
  call: () => Promise<{ status: number; body: { detail?: string } }>,
): Promise<boolean> {
  const { status, body } = await call();
  const isDone = status === 200;
  const about = { id: row.id, act };
  expect({ ...about, can: row[`can_${act}`], why: row.why[act] }).toEqual({ ...about, can: isDone, why: isDone ? undefined : body.detail }); // biome-ignore format: one row
  return isDone;
}
