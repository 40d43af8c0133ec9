// What writers were told is saved, and what they do not know of: held against the database at the end.

interface Entry {
  /** A name that no other record has. */
  name: string;
  /** The value that was acknowledged last. */
  saved: string;
  /** Values since whose call failed: each may have been saved or not. */
  open: Set<string>;
}

export interface Row {
  id: number;
  name: string;
  note: string;
}

export interface Ledger {
  created(id: number, name: string, note: string): void;
  /** Before an edit is sent. */
  tries(id: number, note: string): void;
  edited(id: number, note: string): void;
  /** Whether a value that was read may be there. */
  fits(id: number, note: string): boolean;
  /** Writes that were acknowledged. */
  count(): number;
  ids(): number[];
  /** A line for each acknowledged write that is not among the rows, and for each record that was made twice. */
  compare(rows: readonly Row[]): string[];
}

export function createLedger(): Ledger {
  const entries = new Map<number, Entry>();
  let count = 0;
  const fits = (id: number, note: string) => {
    const entry = entries.get(id);
    return entry !== undefined && (entry.saved === note || entry.open.has(note));
  };
  return {
    created(id, name, note) {
      entries.set(id, { name, saved: note, open: new Set() });
      count++;
    },
    tries: (id, note) => void entries.get(id)?.open.add(note),
    edited(id, note) {
      const entry = entries.get(id);
      if (!entry) return;
      // It was sent with the version that it changes: an earlier edit that is still under way would be refused.
      entry.saved = note;
      entry.open.clear();
      count++;
    },
    fits,
    count: () => count,
    ids: () => [...entries.keys()],
    compare(rows) {
      const lines: string[] = [];
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const [id, { name, saved }] of entries) {
        const row = byId.get(id);
        if (!row) lines.push(`record ${id} (${name}) is lost`);
        else if (!fits(id, row.note)) lines.push(`record ${id} (${name}) is "${row.note}" and not "${saved}"`);
      }
      const names = new Map<string, number>();
      for (const { name } of rows) names.set(name, (names.get(name) ?? 0) + 1);
      for (const [name, times] of names) if (times > 1) lines.push(`"${name}" was made ${times} times`);
      return lines;
    },
  };
}
