// People from a file: looked through first, with all that is wrong in each row, then made together or not at all.
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fa from '../../../../messages/fa/backend.json';
import { signedIn } from '../../../../testing/sign-in';
import { recordStatements } from '../../../../testing/statements';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';
import { writeSheets } from '../../layers/form/xlsform/workbook';

const HEADING = 'نام کاربری,نام,نام خانوادگی,تلفن,نقش‌ها,مرزها,روزهای کاری';

describe.each(ONE_ENGINE)('people from a file on the %s engine', (kind) => {
  let w: TestWorld;
  const roles: Record<string, number> = {};
  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer, layer } = w.ids;
    roles.managing = await make.createRole(w.engine, customer, 'مدیریت کاربران', [4, 5, 6]);
    roles.field = await make.createRole(w.engine, customer, 'ميداني', [4]);
    roles.wide = await make.createRole(w.engine, customer, 'گسترده', [4, 8]);
    await make.createPermission(w.engine, roles.managing, layer, { view: true, edit: true });
    await make.createPermission(w.engine, roles.field, layer, { view: true });
    for (const name of ['دوتا', 'دوتا']) await make.createRole(w.engine, customer, name, [4]);
    await make.createPerson(w.engine, customer, { username: 'manager', password: PASSWORD, roles: [roles.managing] });
  });
  afterAll(() => w.close());

  const send = (as: string, content: string | Uint8Array, query = '', name = 'people.csv') =>
    w.form(as, `/api/users/import/${query}`, { file: new File([content as BlobPart], name) });
  const countPeople = async () => (await w.call('super', 'GET', '/api/users/')).body.count;

  it('tells everything that is wrong with each row, and makes nobody', async () => {
    const before = await countPeople();
    const rows = [
      'EDITOR,سارا,رضایی,9121234567,میدانی,,',
      'sara,,,,نیست,تهران,فردا',
      ',بی‌نام,,12a,گسترده,,',
      'sara,,,,دوتا,شیراز,شنبه تا چهارشنبه',
      'good,,,,میدانی,,',
    ];
    const file = [HEADING, ...rows].join('\n');
    const { status, body } = await send('manager', file, '?dry_run=true');
    expect([status, body.count, body.bad_rows, body.dry_run]).toEqual([200, 5, 4, true]);
    expect(body.errors.map(({ row, field, why }: { row: number; field: string; why: string }) => [row, field, why])).toEqual([
      [2, 'username', fa.importTaken],
      [3, 'groups', fa.importNoRole],
      [3, 'workdays', fa.importDays],
      [4, 'username', fa.importEmpty],
      [4, 'phone', fa.field_phone],
      [4, 'groups', fa.grantBeyond],
      [5, 'username', fa.importTwice],
      [5, 'groups', fa.importSeveral],
      [5, 'regions', fa.importNoRegion],
    ]); // biome-ignore format: a table
    const refused = await send('manager', file);
    expect([refused.status, refused.body.code]).toEqual([400, 'importErrors']);
    expect(refused.body.detail).toContain('۴');
    expect(await countPeople()).toBe(before);
  });

  it('makes all of them from a table in Windows-1256 with Persian digits, and their passwords open the accounts once', async () => {
    const rows = ['زهرا۱,زهرا,احمدي,۰۹۱۲۱۱۱۲۲۳۳,ميداني,تهران,شنبه تا چهارشنبه', 'ali,علی,کریمی,,ميداني,,'];
    const text = [HEADING.replaceAll('ی', 'ي').replaceAll('‌', ''), ...rows].join('\r\n').replaceAll('ک', 'ك').replaceAll('ی', 'ي').replaceAll(/[۰-۹]/g, (d) => String('۰۱۲۳۴۵۶۷۸۹'.indexOf(d))); // biome-ignore format: one text
    const dry = await send('manager', iconv.encode(text, 'windows-1256'), '?dry_run=true');
    expect([dry.body.error_count, dry.body.sample[0]]).toEqual([
      0,
      {
        username: 'زهرا1',
        first_name: 'زهرا',
        last_name: 'احمدي',
        phone: '09121112233',
        groups: ['ميداني'],
        regions: ['تهران'],
        workdays: [1, 2, 3, 4, 5],
      },
    ]);
    const { status, body } = await send('manager', iconv.encode(text, 'windows-1256'));
    expect([status, body.accounts.length]).toEqual([200, 2]);
    const [zahra, ali] = body.accounts;
    const account = (await w.call('super', 'GET', `/api/users/${zahra.id}/`)).body;
    expect(account).toMatchObject({
      groups: [roles.field],
      regions: [w.ids.region],
      workdays: [1, 2, 3, 4, 5],
      must_change_password: true,
      phone: '09121112233',
    });
    const token = await signedIn(w.backend.app, 'ali', 'localhost', ali.password);
    const answer = await w.backend.app.inject({ url: '/api/user/', headers: { host: 'localhost', authorization: `Bearer ${token}` } }); // biome-ignore format: one call
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'must_change']);
    // The same file once more finds the names taken.
    expect((await send('manager', iconv.encode(text, 'windows-1256'), '?dry_run=true')).body.error_count).toBe(2);
  });

  it('reads a workbook too, and makes accounts without a password that nothing opens', async () => {
    const cells = (row: string[], number: number) => ({ number, cells: row });
    const sheet = { name: 'people', rows: [['Username', 'Full name', 'Roles'], ['mina', 'مینا پارسا', 'میدانی']].map(cells) }; // biome-ignore format: one sheet
    const book = await writeSheets([sheet]);
    const { body } = await send('manager', book, '?passwords=false&must_change_password=false', 'people.xlsx');
    expect(body.accounts).toEqual([{ id: expect.any(Number), username: 'mina', name: 'مینا پارسا', password: '' }]);
    await expect(signedIn(w.backend.app, 'mina', 'localhost', 'anything')).rejects.toThrow('could not sign in');
  });

  it('refuses what is no table of people, and more rows than it takes', async () => {
    const cases: [string | Uint8Array, string][] = [
      ['', 'empty_file'],
      [Uint8Array.from({ length: 600 }, (_, i) => i % 7), 'importType'],
      [['نام کاربری', ...Array.from({ length: 5001 }, (_, i) => `u${i}`)].join('\n'), 'importMany'],
    ];
    for (const [content, code] of cases) {
      const { status, body } = await send('super', content, '?dry_run=true');
      expect([code, status, body.code]).toEqual([code, 400, code]);
    }
    expect((await send('viewer', HEADING)).status).toBe(403);
  });

  it('takes columns for what it is told, whatever their headings are', async () => {
    const file = 'رنگ,شکل\nahmad,احمد\nbahar,بهار';
    const { status, body } = await send('super', file, '?dry_run=true');
    expect([status, body.count, body.sample]).toEqual([200, 2, []]);
    expect(body.columns.map((column: { field: string | null }) => column.field)).toEqual([null, null]);
    expect(body.errors).toEqual([{ row: 1, field: 'username', value: '', why: fa.importNoUsername }]);
    expect((await send('super', file)).body.code).toBe('importErrors');
    const named = await send('super', file, '?dry_run=true&fields=username,first_name');
    expect(named.body.sample.map((one: { username: string; first_name: string }) => [one.username, one.first_name])).toEqual([['ahmad', 'احمد'], ['bahar', 'بهار']]); // biome-ignore format: one line
    // A column is left out by a line; one field stands once, and only known ones do.
    const left = await send('super', file, '?dry_run=true&fields=username,-');
    expect(left.body.sample[0].first_name).toBe('');
    for (const wrong of ['username,username', 'username,colour', ''])
      expect((await send('super', file, `?dry_run=true&fields=${wrong}`)).status).toBe(400);
  });

  it('makes many in a few statements, each with a password of their own', async () => {
    const file = ['username,role,region', ...Array.from({ length: 1200 }, (_, i) => `bulk${i},میدانی,${i % 2 ? 'تهران' : ''}`)]; // biome-ignore format: one table
    const record = recordStatements(w.engine);
    const { status, body } = await send('super', file.join('\n'));
    record.stop();
    expect([status, body.accounts?.length]).toEqual([200, 1200]);
    expect(new Set(body.accounts.map((a: { password: string }) => a.password)).size).toBe(1200);
    expect(record.statements.length).toBeLessThan(60);
    const bound = await w.call('super', 'GET', `/api/users/?search=bulk&regions=${w.ids.region}`);
    expect(bound.body.count).toBe(600);
  });
});
