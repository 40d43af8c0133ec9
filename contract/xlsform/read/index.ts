// An XLSForm workbook as a form, and everything of it that is not taken over as it stands. Pure.
import { checkForm } from '../../check-form';
import type { Condition } from '../../filters/match';
import type { Field } from '../../schemas/form';
import { createNames, fieldName } from '../names';
import { createLosses, isYes, type Loss, type Losses, type LossReason, MAX_FIELDS, type Sheet } from '../sheets';
import { listsOf, loseChoiceColumns } from './choices';
import { loseColumns, type Table, type TableRow, tableOf } from './columns';
import { kindOf, type Question } from './kinds';
import { type Context, questionOf, visibility } from './question';

export interface XlsForm {
  /** The title of the form; empty where there is none. */
  label: string;
  /** What the shapes of the records are: 1 points, 2 lines, 3 areas; null where nothing is said. */
  type: number | null;
  form: Field[];
  losses: Loss[];
  /** Of all losses, told or not. */
  lossCount: number;
}

const SURVEY_COLUMNS = new Set(['type', 'name', 'label', 'hint', 'required', 'required_message', 'relevant', 'constraint', 'constraint_message', 'calculation', 'choice_filter', 'default', 'readonly', 'appearance', 'parameters', 'disabled']); // biome-ignore format: one list

interface Block {
  isRepeat: boolean;
  condition: Condition | null;
  /** It has become a heading. */
  isSection: boolean;
}

interface Walk {
  sheet: string;
  context: Omit<Context, 'lose' | 'around' | 'questions' | 'shape'>;
  questions: Map<string, Field>;
  form: Field[];
  /** Where the field of a name stands in the workbook. */
  rows: Map<string, number>;
  blocks: Block[];
  free: (name: string) => string;
  shape: { name: string; type: number } | null;
  /** The heading of a group that has ended, under which what follows would stand. */
  isAfterGroup: boolean;
}

const loserOf = ({ sheet, context }: Walk, { number: row, at }: TableRow): Context['lose'] => (reason, more) => context.losses.add({ sheet, row, name: at('name'), reason, ...more }); // biome-ignore format: one call

const contextOf = (walk: Walk, row: TableRow): Context => ({
  ...walk.context,
  questions: walk.questions,
  shape: walk.shape?.name ?? null,
  around: walk.blocks.flatMap(({ condition }) => condition ?? []),
  lose: loserOf(walk, row),
});

function nameFor(walk: Walk, row: TableRow, lose: Context['lose']): string {
  const name = row.at('name') || row.at('label');
  const own = walk.free(fieldName(name));
  if (own !== row.at('name')) lose('renamed', { column: 'name', value: own });
  return own;
}

function take(walk: Walk, row: TableRow, field: Field): void {
  walk.form.push(field);
  walk.rows.set(field.name, row.number);
}

function begin(walk: Walk, row: TableRow, isRepeat: boolean): void {
  const context = contextOf(walk, row);
  const { lose } = context;
  if (isRepeat) {
    lose('repeat');
    walk.blocks.push({ isRepeat, condition: null, isSection: false });
    return;
  }
  const text = row.at('relevant');
  const condition = text === '' ? null : (visibility(text, { ...context, around: [] }) ?? null);
  const isSection = row.at('label') !== '' && walk.form.length < MAX_FIELDS;
  if (!isSection) lose('groupFlat');
  else {
    if (walk.blocks.some((block) => block.isSection)) lose('nested');
    const visible_if = condition && visibility('', { ...context, around: [...context.around, condition] });
    const label = row.at('label').slice(0, 200);
    take(walk, row, { name: nameFor(walk, row, lose), label, type: 'section', ...(visible_if && { visible_if }) });
    if (row.at('hint')) lose('part', { column: 'hint', value: row.at('hint') });
    walk.isAfterGroup = false;
  }
  for (const word of row.at('appearance').split(/\s+/).filter(Boolean))
    lose('appearance', { column: 'appearance', value: word });
  walk.blocks.push({ isRepeat, condition, isSection });
}

function addShape(walk: Walk, row: TableRow, type: number): void {
  const lose = loserOf(walk, row);
  if (walk.shape) {
    lose('geometryTwice');
    return;
  }
  walk.shape = { name: row.at('name'), type };
  for (const column of ['relevant', 'constraint', 'default', 'calculation', 'appearance', 'hint'])
    if (row.at(column)) lose('part', { column, value: row.at(column) });
}

function addQuestion(walk: Walk, row: TableRow, kind: Question): void {
  const lose = loserOf(walk, row);
  const name = row.at('name') || row.at('label');
  const own = nameFor(walk, row, lose);
  const field = questionOf(kind, row, { name, own }, contextOf(walk, row));
  if (!field) return;
  if (walk.isAfterGroup) lose('groupEnd');
  walk.isAfterGroup = false;
  take(walk, row, field);
  if (!walk.questions.has(name)) walk.questions.set(name, field);
}

/** Why a row is left out whatever stands in it. */
function reasonToSkip(walk: Walk, row: TableRow): LossReason | null {
  if (isYes(row.at('disabled'))) return 'disabled';
  if (row.at('type') === '') return 'noType';
  const kind = kindOf(row.at('type'));
  if (kind.kind === 'begin' || kind.kind === 'end') return null;
  if (walk.blocks.some(({ isRepeat }) => isRepeat)) return 'inRepeat';
  if (kind.kind === 'lost') return kind.reason;
  return kind.kind !== 'shape' && walk.form.length >= MAX_FIELDS ? 'tooMany' : null;
}

function takeRow(walk: Walk, row: TableRow): void {
  const reason = reasonToSkip(walk, row);
  if (reason !== null) {
    loserOf(walk, row)(reason, { column: 'type', value: row.at('type') });
    return;
  }
  const kind = kindOf(row.at('type'));
  switch (kind.kind) {
    case 'begin':
      begin(walk, row, kind.isRepeat);
      break;
    case 'end':
      if (walk.blocks.pop()?.isSection) walk.isAfterGroup = true;
      break;
    case 'shape':
      addShape(walk, row, kind.type);
      break;
    case 'field':
    case 'choice':
    case 'range':
      addQuestion(walk, row, kind);
  }
}

/** Parts without which a field is none. */
const WHOLE = new Set(['name', 'choices', 'expr', 'reference', 'type']);
const MAX_ROUNDS = 20;

/** Takes away what makes no sense, part by part, until the form is sound. */
function mend(form: readonly Field[], rows: ReadonlyMap<string, number>, sheet: string, losses: Losses): Field[] {
  let next = [...form];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const problems = Object.keys(checkForm(next));
    if (problems.length === 0) break;
    const dropIndexes = new Set<number>();
    for (const path of problems) {
      const [, at = '', part = ''] = path.split('.');
      const field = next[Number(at)] as Field;
      losses.add({ sheet, row: rows.get(field.name) ?? 0, name: field.name, column: part, reason: 'part' });
      if (WHOLE.has(part)) dropIndexes.add(Number(at));
      else {
        const { [part as 'min']: _part, ...rest } = field;
        // A cascade goes with the choices' places in it.
        const choices =
          part === 'parent_field' ? rest.choices?.map(({ parent: _parent, ...one }) => one) : rest.choices;
        next[Number(at)] = { ...rest, ...(choices && { choices }) };
      }
    }
    next = next.filter((_, i) => !dropIndexes.has(i));
  }
  return Object.keys(checkForm(next)).length === 0 ? next : [];
}

const UNDERSTOOD = new Set(['form_title', 'title', 'default_language', 'allow_choice_duplicates']);

function settings(sheet: string, table: Table, losses: Losses): string {
  const [row] = table.rows;
  for (const column of table.columns)
    if (row?.at(column) && !UNDERSTOOD.has(column))
      losses.add({ sheet, row: row.number, column, reason: 'setting', value: row.at(column) });
  return (row?.at('form_title') || row?.at('title') || '').slice(0, 200);
}

/** Null where there is no sheet of questions. `lang`: of whoever opens the workbook. */
export function fromXlsForm(sheets: readonly Sheet[], lang: 'fa' | 'en'): XlsForm | null {
  const losses = createLosses();
  const sheetNamed = (name: string) => sheets.find((sheet) => sheet.name.trim().toLowerCase() === name);
  const survey = sheetNamed('survey');
  if (!survey) return null;
  const settingsTable = tableOf(sheetNamed('settings'), { lang, main: '' }, losses);
  const main = settingsTable.rows[0]?.at('default_language') ?? '';
  const table = tableOf(survey, { lang, main }, losses);
  if (!table.columns.includes('type')) return null;
  const choicesTable = tableOf(sheetNamed('choices'), { lang, main }, losses);
  const filters = new Set<string>();
  const walk: Walk = {
    sheet: 'survey',
    context: { lists: listsOf('choices', choicesTable, losses), choices: 'choices', filters, losses },
    questions: new Map(),
    form: [],
    rows: new Map(),
    blocks: [],
    free: createNames(),
    shape: null,
    isAfterGroup: false,
  };
  for (const row of table.rows) takeRow(walk, row);
  loseColumns('survey', table, (column) => SURVEY_COLUMNS.has(column), losses);
  loseChoiceColumns('choices', choicesTable, filters, losses);
  const label = settings('settings', settingsTable, losses);
  for (const { name, rows } of sheets)
    if (!['survey', 'choices', 'settings'].includes(name.trim().toLowerCase()) && rows.length > 0)
      losses.add({ sheet: name, row: 1, reason: 'sheet' });
  const form = mend(walk.form, walk.rows, 'survey', losses);
  return { label, type: walk.shape?.type ?? null, form, losses: losses.list, lossCount: losses.count() };
}
