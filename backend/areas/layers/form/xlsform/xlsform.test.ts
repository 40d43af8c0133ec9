// XLSForm workbooks over the wire: what each sample says, files that are none, and a form written and read again.
import { randomBytes } from 'node:crypto';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkForm } from '../../../../../contract/check-form';
import type { Field } from '../../../../../contract/schemas/form';
import type { Loss } from '../../../../../contract/xlsform/sheets';
import { createWorld, type TestWorld } from '../../../../../testing/world';
import { SAMPLES } from '../../../../../testing/xlsform/samples';
import { type Rows, workbookOf } from '../../../../../testing/xlsform/workbook';

let w: TestWorld;
beforeAll(async () => {
  w = await createWorld();
});
afterAll(() => w.close());

const send = (bytes: Uint8Array<ArrayBuffer> | string, as = 'super') =>
  w.form(as, '/api/xlsform/', { file: new File([bytes], 'form.xlsx') });
const open = (sheets: Record<string, Rows>) => send(workbookOf(sheets));
const words = (losses: Loss[]) => losses.map(({ sheet, row, reason }) => `${sheet}!${row} ${reason}`).sort();

describe('a workbook', () => {
  it.each(SAMPLES)('of $title becomes a form', async ({ sheets, form, losses, label = '', type = null }) => {
    const { status, body } = await open(sheets);
    expect(status).toBe(200);
    expect(words(body.losses)).toEqual([...losses].sort());
    expect(body).toMatchObject({ label, type, loss_count: losses.length });
    expect(body.form).toHaveLength(form.length);
    expect(body.form).toMatchObject(form);
    expect(checkForm(body.form)).toEqual({});
  });

  it('in English is read in English', async () => {
    const sheets = {
      survey: [
        ['type', 'name', 'label', 'label::Persian (fa)'],
        ['text', 'a', 'Name', 'نام'],
      ],
    };
    const payload = new FormData();
    payload.append('file', new File([workbookOf(sheets)], 'a.xlsx'));
    const request = new Request('http://localhost/', { method: 'POST', body: payload });
    const { body } = await w.backend.app
      .inject({
        method: 'POST',
        url: '/api/xlsform/',
        payload: Buffer.from(await request.arrayBuffer()),
        headers: {
          host: 'localhost',
          'accept-language': 'en',
          authorization: `Bearer ${await w.token('super')}`,
          'content-type': request.headers.get('content-type') ?? '',
        },
      })
      .then((answer) => ({ body: answer.json() }));
    expect(body.form).toMatchObject([{ label: 'Name' }]);
  });

  it('of 5,000 rows gives the first 500 fields and tells of the others', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => ['text', `f${i}`, `فیلد ${i}`]);
    const { body } = await open({ survey: [['type', 'name', 'label'], ...rows] });
    expect(body.form).toHaveLength(500);
    expect(body).toMatchObject({ loss_count: 4500, losses: { length: 1000, 0: { reason: 'tooMany', row: 502 } } });
  });

  it('of too many choices and too many rows is cut, and says so', async () => {
    const rows = Array.from({ length: 20_100 }, (_, i) => ['l', `v${i}`, `v${i}`]);
    const { body } = await open({
      survey: [
        ['type', 'name', 'label'],
        ['select_one l', 'a', 'a'],
      ],
      choices: [['list_name', 'name', 'label'], ...rows],
    });
    expect(body.form[0].choices).toHaveLength(2000);
    expect(body.losses.map(({ reason }: Loss) => reason)).toContain('tooManyRows');
    expect(body.loss_count).toBe(1 + 20_000 - 1 - 2000);
  });
});

describe('what is no workbook', () => {
  it.each([
    ['a text', 'type,name,label', 'broken_file'],
    ['an archive of something else', zipSync({ 'a.txt': new Uint8Array(3) }) as Uint8Array<ArrayBuffer>, 'wrong_type'],
    ['a bomb', zipSync({ 'xl/workbook.xml': new Uint8Array(64 * 1024 ** 2) }, { level: 9 }) as Uint8Array<ArrayBuffer>, 'zip_bomb'], // biome-ignore format: one row
  ])('%s is refused', async (_, bytes, code) => {
    expect(await send(bytes)).toMatchObject({ status: 400, body: { code } });
  });

  it('one that unpacks to more than a form needs is refused, though no bomb, as is one that is too large itself', async () => {
    const noise = randomBytes(1_300_000);
    const large = zipSync({ noise: [noise, { level: 0 }], 'xl/workbook.xml': [new Uint8Array(105 * 1024 ** 2), { level: 1 }] }); // biome-ignore format: one archive
    expect(await send(large as Uint8Array<ArrayBuffer>)).toMatchObject({ status: 400, body: { code: 'too_large' } });
    expect((await send(new Uint8Array(11 * 1024 ** 2))).status).toBe(413);
  });

  it('one without a sheet of questions is refused, as is one without their types', async () => {
    const wrong: Record<string, Rows>[] = [{ Sheet1: [['a', 'b']] }, { survey: [['name', 'label'], ['a', 'b']] }, { survey: [] }]; // biome-ignore format: one list
    for (const sheets of wrong)
      expect(await open(sheets)).toMatchObject({ status: 400, body: { detail: expect.stringContaining('survey') } });
  });

  it('nobody opens one who builds no forms', async () => {
    expect((await send(workbookOf({}), 'viewer')).status).toBe(403);
    expect((await w.call('viewer', 'POST', '/api/xlsform/file/', { label: 'l', type: 1, form: [] })).status).toBe(403);
  });
});

it('is written so that it is read again as it was, whatever a text holds', async () => {
  const form: Field[] = [
    { name: 'a', label: '<b>&"«نام»\u0007', type: 'text', hint: '=1+1' },
    { name: 'ب', label: 'ب', type: 'choice', choices: [{ value: '007', label: '=SUM(A1)' }, { value: 'true', label: '1' }] }, // biome-ignore format: one line
  ];
  const file = await w.call('super', 'POST', '/api/xlsform/file/', { label: 'لایه', type: 3, form });
  expect(file.status).toBe(200);
  expect(file.headers['content-type']).toMatch(/spreadsheetml/);
  const { body } = await send(new Uint8Array(file.body));
  const [first, second] = form as [Field, Field];
  expect(body).toMatchObject({ label: 'لایه', type: 3, losses: [] });
  expect(body.form).toEqual([{ ...first, label: '<b>&"«نام»' }, second]);
});
