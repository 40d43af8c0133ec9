// The label of a file: who may change it, under which version of the record, and where the layer is supervised.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PNG } from '../../../testing/pictures';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';

describe.each(ONE_ENGINE)('the label of a file on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());
  const hang = async (as: string) => {
    const path = new File([PNG as BlobPart], 'a.png');
    const { body } = await w.form(as, '/api/layerdatafile/', { layer_data: w.ids.record, label: 'first', path });
    return body as { id: number; label: string };
  };
  const rename = (as: string, id: number, label: string, headers?: Record<string, string>) =>
    w.call(as, 'PATCH', `/api/layerdatafile/${id}/?layer_data=${w.ids.record}`, { label }, headers);

  it('is changed by those who may edit the record, with a row of its history', async () => {
    const { id } = await hang('editor');
    expect((await rename('viewer', id, 'x')).status).toBe(403);
    expect((await rename('stranger', id, 'x')).status).toBe(404);
    expect((await rename('editor', id, '   ')).status).toBe(400);
    expect((await rename('editor', id, 'x', { 'if-match': '"999"' })).status).toBe(412);
    const { body } = await rename('editor', id, '  کروکی ');
    expect(body).toMatchObject({ id, label: 'کروکی' });
    const { body: log } = await w.call('editor', 'GET', `/api/layerdatalog/?layer_data=${w.ids.record}`);
    expect(log[0]).toMatchObject({ action: 'label_file', file: 'کروکی' });
  });

  it('of what is published in a supervised layer is for those who approve there', async () => {
    const { id } = await hang('editor');
    await sql`update layer set config = config || '{"supervised": true}' where id = ${w.ids.layer}::int`.execute(
      w.engine.db,
    );
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await rename('editor', id, 'x')).status).toBe(403);
    expect((await rename('super', id, 'x')).status).toBe(200);
    const waiting = await hang('editor');
    expect((await rename('editor', waiting.id, 'own')).body).toMatchObject({ label: 'own', pending: 'add' });
    expect((await rename('super', waiting.id, 'others')).status).toBe(403);
  });
});
