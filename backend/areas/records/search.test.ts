// Search over words: the likest of many hits come first, and words that all records hold change nothing but the way they are looked up.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ENGINES, FORM, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { searchText } from './search-store';

const MANY = 3_000;
const LONG = 'شرح شماره 7 در بخش شمالی شهر و روستاهای پیرامون آن';

describe.each(ENGINES)('search on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const numbered = Array.from({ length: MANY }, (_, i) => `عارضه شماره ${MANY - i}`);
    layer = await make.createLayer(w.engine, {
      ...{ customer: w.ids.customer, owner: 1, label: 'x', type: 0, form: FORM },
      records: [...numbered, 'چاه 421', 'شماره 7 تا', LONG, 'شماره'].map((name) => ({
        geometry: null,
        value: { name },
      })),
    });
  });
  afterAll(() => w.close());

  const search = async (text: string, common: readonly string[] = []) => {
    const reader = { id: 1, regions: [], approvedIn: [], ownIn: [] };
    const isCommon = (word: string) => common.includes(word);
    const rows = await searchText(w.engine.db, [layer], text, { reader, within: undefined, shape: undefined, limit: 50, isCommon }); // biome-ignore format: one call
    return rows.map(({ value }) => value.name);
  };

  it('puts what holds the words whole, and together, before hundreds that hold them in parts', async () => {
    expect((await search('شماره ۷')).slice(0, 4)).toEqual(['شماره 7 تا', 'عارضه شماره 7', LONG, 'عارضه شماره 79']);
    expect((await search('۷ شماره')).slice(0, 3)).toEqual(['شماره 7 تا', 'عارضه شماره 7', LONG]);
    expect((await search('عارضه شماره 1')).slice(0, 2)).toEqual(['عارضه شماره 1', 'عارضه شماره 19']);
  });

  it.each([
    ['شماره 42', ['شماره']],
    ['عارضه شماره 421', ['شماره', 'عارضه']],
    ['عارضه شماره', ['شماره', 'عارضه']],
    ['شماره 7', ['شماره', '7']],
    ['421 چاه', ['421']],
    ['421 %', ['421']],
  ])('finds the same by %s where %j are common', async (text, common) => {
    const names = await search(text);
    expect(names.length).toBeGreaterThan(text.includes('%') ? -1 : 0);
    expect(await search(text, common)).toEqual(names);
  });
});
