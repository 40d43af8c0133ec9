// The system log as a file: the newest lines that a filter leaves, read page by page, in the words of a language.
import { sql } from 'kysely';
import type { SystemLogFilter, SystemLogLine } from '../../../contract/schemas/log';
import en from '../../../messages/en/journals.json';
import fa from '../../../messages/fa/journals.json';
import type { Db } from '../../db/engine';
import { BOM, csvLine, escapeFormula, formatClock } from '../../geo/export/csv';
import type { Lang } from '../../http/errors';
import { getSystemLog, matchesSystemLog } from './store';

const MAX_LINES = 100_000;
const PAGE = 1000;
type Words = Readonly<Record<string, Readonly<Record<string, string>>>>;
const texts = { fa, en };

const readPage = (db: Db, customer: number, filter: SystemLogFilter, before?: number) =>
  getSystemLog(
    db,
    customer,
    matchesSystemLog(customer, before === undefined ? filter : { ...filter, before }),
    sql`order by u.id desc limit ${PAGE}::int`,
  );

/**
 * Lines of a customer's log, the newest first. The first page is read at once: what is wrong with a filter is refused before anything
 * of the file has left.
 */
export async function openLines(db: Db, customer: number, filter: SystemLogFilter) {
  const first = await readPage(db, customer, filter);
  return (async function* (): AsyncGenerator<SystemLogLine> {
    let page = first;
    for (let read = PAGE; ; read += PAGE) {
      yield* page;
      const before = page.at(-1)?.id;
      if (page.length < PAGE || before === undefined || read >= MAX_LINES) return;
      page = await readPage(db, customer, filter, before);
    }
  })();
}

/** The text of the file, line by line. Times are those of the organisation's clocks. */
export async function* writeLines(lines: AsyncIterable<SystemLogLine>, lang: Lang): AsyncGenerator<string> {
  const { system, acts } = texts[lang];
  const { at, who, act, object, result, ip } = system.columns;
  yield BOM +
    csvLine([
      at,
      who,
      act,
      object,
      system.filters.layer,
      result,
      system.details.status,
      ip,
      system.details.request,
      system.details.viewAs,
    ]);
  for await (const {
    date,
    user,
    call,
    object: about,
    label,
    layer,
    status,
    view_as: view,
    ip: address,
    request_id: request,
  } of lines) {
    const [area = '', name = ''] = call.split('.');
    const word = (acts as Words)[area]?.[name] ?? call;
    const outcome = status < 400 ? system.results.done : status < 500 ? system.results.refused : system.results.failed;
    const cells = [String(formatClock(date)), user?.username ?? '', word, [label, about].filter(Boolean).join(' '), layer?.label ?? '']; // biome-ignore format: one row
    yield csvLine([...cells.map(escapeFormula), outcome, status, address, request, escapeFormula(view?.name ?? '')]);
  }
}
