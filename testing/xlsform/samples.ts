// Workbooks of the features of the XLSForm standard, each with the form that it says and what is lost of it.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the standard names questions so.
import type { Field } from '../../contract/schemas/form';
import type { Rows } from './workbook';

export interface Sample {
  title: string;
  sheets: Record<string, Rows>;
  /** The parts of the form's fields that matter. */
  form: (Partial<Field> & Pick<Field, 'name' | 'type'>)[];
  /** As `sheet!row reason`, in any order. */
  losses: string[];
  type?: number;
  label?: string;
}

const YES_NO: Rows = [
  ['yes_no', 'yes', 'بله'],
  ['yes_no', 'no', 'خیر'],
];
const CHOICES_HEAD = ['list_name', 'name', 'label'];

export const SAMPLES: Sample[] = [
  {
    title: 'questions of every plain type',
    sheets: {
      survey: [
        ['type', 'name', 'label', 'hint', 'required', 'read_only', 'appearance'],
        ['geopoint', 'place', 'جای آن'],
        ['text', 'street', 'نام خیابان', 'همان که روی تابلو است', 'yes'],
        ['text', 'remarks', 'توضیح', null, null, null, 'multiline'],
        ['integer', 'floors', 'طبقه‌ها'],
        ['decimal', 'height', 'بلندی'],
        ['date', 'built', 'روز ساخت', null, null, null, 'persian'],
        ['time', 'opens', 'باز می‌شود'],
        ['dateTime', 'seen', 'دیده شد'],
        ['image', 'photo', 'عکس'],
        ['image', 'sign', 'امضا', null, null, null, 'signature'],
        ['file', 'paper', 'سند'],
        ['barcode', 'tag', 'بارکد'],
        ['note', 'thanks', 'سپاس از شما'],
        ['text', 'office', 'دفتر', null, null, 'yes'],
      ],
      settings: [['form_title'], ['ساختمان‌ها']],
    },
    label: 'ساختمان‌ها',
    type: 1,
    form: [
      { name: 'street', type: 'text', label: 'نام خیابان', hint: 'همان که روی تابلو است', required: true },
      { name: 'remarks', type: 'long_text' },
      { name: 'floors', type: 'integer' },
      { name: 'height', type: 'decimal' },
      { name: 'built', type: 'date', calendar: 'jalali' },
      { name: 'opens', type: 'time' },
      { name: 'seen', type: 'datetime' },
      { name: 'photo', type: 'image' },
      { name: 'sign', type: 'signature' },
      { name: 'paper', type: 'file' },
      { name: 'tag', type: 'barcode' },
      { name: 'thanks', type: 'note' },
      { name: 'office', type: 'text', read_only: true },
    ],
    losses: [],
  },
  {
    title: 'choices, a cascade of three and a yes or no',
    sheets: {
      survey: [
        ['type', 'name', 'label', 'choice_filter', 'default'],
        ['select_one yes_no', 'paved', 'آسفالت', null, 'yes'],
        ['select_one province', 'ostan', 'استان'],
        ['select_one county', 'shahrestan', 'شهرستان', 'ostan=${ostan}'],
        ['select_one city', 'shahr', 'شهر', 'county = ${shahrestan}'],
        ['select_multiple uses', 'uses', 'کاربری‌ها', null, 'home shop'],
        ['rank uses', 'order', 'مهم‌ترین'],
        ['select_one uses or_other', 'main', 'کاربری اصلی'],
        ['select_one_from_file places.csv', 'place', 'جا'],
        ['select_one nothing', 'gone', 'گم‌شده'],
      ],
      choices: [
        [...CHOICES_HEAD, 'ostan', 'county'],
        ...YES_NO,
        ['province', 'fars', 'فارس'],
        ['province', 'yazd', 'یزد'],
        ['county', 'shiraz', 'شیراز', 'fars'],
        ['county', 'taft', 'تفت', 'yazd'],
        ['county', 'nowhere', 'هیچ‌جا', 'kerman'],
        ['city', 'shiraz', 'شیراز', null, 'shiraz'],
        ['uses', 'home', 'خانه'],
        ['uses', 'shop', 'مغازه'],
        ['uses', '', 'بی‌نام'],
      ],
    },
    form: [
      { name: 'paved', type: 'boolean', default: { kind: 'value', value: true } },
      { name: 'ostan', type: 'choice', choices: [{ value: 'fars', label: 'فارس' }, { value: 'yazd', label: 'یزد' }] }, // biome-ignore format: one line
      { name: 'shahrestan', type: 'choice', parent_field: 'ostan', choices: [{ value: 'shiraz', label: 'شیراز', parent: ['fars'] }, { value: 'taft', label: 'تفت', parent: ['yazd'] }] }, // biome-ignore format: one line
      { name: 'shahr', type: 'choice', parent_field: 'shahrestan' },
      { name: 'uses', type: 'multi_choice', default: { kind: 'value', value: ['home', 'shop'] } },
      { name: 'order', type: 'multi_choice' },
      { name: 'main', type: 'choice' },
    ],
    losses: ['choices!8 choiceParent', 'choices!12 choiceEmpty', 'survey!7 order', 'survey!8 other', 'survey!9 external', 'survey!10 noList'], // biome-ignore format: one list
  },
  {
    title: 'conditions that can be said here and that cannot',
    sheets: {
      survey: [
        ['type', 'name', 'label', 'relevant', 'required'],
        ['integer', 'age', 'سن'],
        ['select_multiple m', 'have', 'دارد'],
        ['text', 'school', 'مدرسه', "${age} >= 6 and (${age} < 18 or selected(${have}, 'a'))", '${age} > 7'],
        ['text', 'free', 'آزاد', 'not(${school} = ‘’) and count-selected(${have}) > 0'],
        ['text', 'later', 'بعدی', "${unknown} = 'x'"],
        ['text', 'sum', 'جمع', '${age} + 3 > 5'],
        ['text', 'odd', 'کج', '${age} >', 'maybe'],
      ],
      choices: [CHOICES_HEAD, ['m', 'a', 'A'], ['m', 'b', 'B']],
    },
    form: [
      { name: 'age', type: 'integer' },
      { name: 'have', type: 'multi_choice' },
      {
        name: 'school',
        type: 'text',
        visible_if: { and: [{ field: 'age', is: 'ge', value: 6 }, { or: [{ field: 'age', is: 'lt', value: 18 }, { field: 'have', is: 'contains', value: 'a' }] }] }, // biome-ignore format: one line
        required_if: { field: 'age', is: 'gt', value: 7 },
      },
      { name: 'free', type: 'text', visible_if: { and: [{ not: { field: 'school', is: 'empty' } }, { field: 'have', is: 'not_empty' }] } }, // biome-ignore format: one line
      { name: 'later', type: 'text' },
      { name: 'sum', type: 'text' },
      { name: 'odd', type: 'text' },
    ],
    losses: ['survey!6 condition', 'survey!7 condition', 'survey!8 condition', 'survey!8 condition'],
  },
  {
    title: 'constraints as limits, patterns and warnings',
    sheets: {
      survey: [
        ['type', 'name', 'label', 'constraint', 'constraint_message', 'required_message'],
        ['integer', 'floors', 'طبقه', '. > 0 and . <= 60', 'از ۱ تا ۶۰'],
        ['decimal', 'height', 'بلندی', '.>0'],
        ['text', 'code', 'کد', "regex(., '^[A-Z]{2}\\d{4}$')", 'دو حرف و چهار رقم'],
        ['text', 'short', 'کوتاه', 'string-length(.) <= 20 and string-length(.) >= 2'],
        ['date', 'day', 'روز', ". >= date('2020-01-01') and . <= today()"],
        ['select_multiple m', 'uses', 'کاربری', 'count-selected(.) <= 2'],
        ['text', 'slow', 'کند', "regex(., '(a+)+')"],
        ['range', 'grade', 'نمره', null, null, 'نمره بدهید'],
      ],
      choices: [CHOICES_HEAD, ['m', 'a', 'A'], ['m', 'b', 'B'], ['m', 'c', 'C']],
    },
    form: [
      { name: 'floors', type: 'integer', min: 1, max: 60 },
      { name: 'height', type: 'decimal', warn_if: { when: { and: [{ field: 'height', is: 'not_empty' }, { not: { and: [{ field: 'height', is: 'gt', value: 0 }] } }] }, message: '.>0' } }, // biome-ignore format: one line
      { name: 'code', type: 'text', pattern: { text: '[A-Z]{2}\\d{4}', message: 'دو حرف و چهار رقم' } },
      { name: 'short', type: 'text', min: 2, max: 20 },
      { name: 'day', type: 'date', min: '2020-01-01' },
      { name: 'uses', type: 'multi_choice', max: 2 },
      { name: 'slow', type: 'text' },
      { name: 'grade', type: 'integer', min: 1, max: 10 },
    ],
    losses: ['survey!2 message', 'survey!3 warning', 'survey!6 constraint', 'survey!8 pattern', 'survey!9 message'],
  },
  {
    title: 'groups, a repeat, rows that are switched off',
    sheets: {
      survey: [
        ['type', 'name', 'label', 'relevant', 'disabled'],
        ['begin_group', 'g', 'مشخصات'],
        ['text', 'a', 'الف'],
        ['begin group', 'inner', 'درونی', "${a} = 'x'"],
        ['text', 'b', 'ب', "${a} != ''"],
        ['end group'],
        ['end_group'],
        ['text', 'after', 'پس از گروه'],
        ['begin_repeat', 'children', 'فرزندان'],
        ['text', 'child', 'نام فرزند'],
        ['end_repeat'],
        ['begin_group', 'bare'],
        ['text', 'c', 'پ', null, 'yes'],
        ['text', 'd', 'ت'],
        ['end_group'],
        [null, 'stray', 'بی‌نوع'],
      ],
    },
    form: [
      { name: 'g', type: 'section', label: 'مشخصات' },
      { name: 'a', type: 'text' },
      { name: 'inner', type: 'section', visible_if: { field: 'a', is: 'eq', value: 'x' } },
      { name: 'b', type: 'text', visible_if: { and: [{ field: 'a', is: 'eq', value: 'x' }, { field: 'a', is: 'not_empty' }] } }, // biome-ignore format: one line
      { name: 'after', type: 'text' },
      { name: 'd', type: 'text' },
    ],
    losses: ['survey!4 nested', 'survey!8 groupEnd', 'survey!9 repeat', 'survey!10 inRepeat', 'survey!12 groupFlat', 'survey!13 disabled', 'survey!16 noType'], // biome-ignore format: one list
  },
  {
    title: 'calculations, and what is noted by itself',
    sheets: {
      survey: [
        ['type', 'name', 'label', 'calculation', 'default'],
        ['start', 'begun'],
        ['end', 'ended'],
        ['today', 'day'],
        ['username', 'who'],
        ['deviceid', 'phone'],
        ['geoshape', 'plot', 'زمین'],
        ['integer', 'n', 'شمار', null, 3],
        ['calculate', 'double', null, '${n} * 2 div 3'],
        ['calculate', 'size', 'اندازه', 'round(area(${plot}), 1)'],
        ['calculate', 'label', null, "if(${n} > 2, 'چند', 'کم')"],
        ['calculate', 'days', null, 'int(decimal-date-time(today()) - decimal-date-time(${day}))'],
        ['calculate', 'gap', null, 'decimal-date-time(today()) - decimal-date-time(${day})'],
        ['calculate', 'pulled', null, "pulldata('a', 'b', 'c', ${n})"],
        ['calculate', 'none'],
        ['text', 'again', 'باز', null, '${last-saved#again}'],
        ['text', 'uuid', 'شناسه', null, 'uuid()'],
        ['hidden', 'secret', null, null, 'x'],
        ['acknowledge', 'ok', 'پذیرفتم'],
        ['audio', 'voice', 'صدا'],
        ['geotrace', 'path', 'راه'],
        ['telepathy', 'mind', 'اندیشه'],
      ],
    },
    type: 3,
    form: [
      { name: 'begun', type: 'datetime', read_only: true, default: { kind: 'now' } },
      { name: 'day', type: 'date', default: { kind: 'today' } },
      { name: 'who', type: 'text', default: { kind: 'user' } },
      { name: 'n', type: 'integer', default: { kind: 'value', value: 3 } },
      { name: 'double', type: 'computed', expr: '[n] * 2 / 3' },
      { name: 'size', type: 'computed', expr: 'round(area, 1)' },
      { name: 'label', type: 'computed', expr: "if([n] > 2, 'چند', 'کم')" },
      { name: 'gap', type: 'computed', expr: 'days_between([day], today())' },
      { name: 'again', type: 'text', default: { kind: 'last' } },
      { name: 'uuid', type: 'text' },
      { name: 'secret', type: 'text', default: { kind: 'value', value: 'x' } },
      { name: 'ok', type: 'boolean' },
      { name: 'voice', type: 'file' },
    ],
    losses: ['survey!3 meta', 'survey!6 meta', 'survey!12 calculation', 'survey!14 calculation', 'survey!15 calculation', 'survey!17 default', 'survey!18 kind', 'survey!19 kind', 'survey!20 kind', 'survey!21 geometryTwice', 'survey!22 type'], // biome-ignore format: one list
  },
  {
    title: 'several languages, media, settings and sheets of others',
    sheets: {
      survey: [
        ['type', 'name', 'label::English (en)', 'label::Persian (fa)', 'hint', 'hint::English (en)', 'media::image', 'body::accuracyThreshold', 'appearance'], // biome-ignore format: one row
        ['text', 'a', 'Name', 'نام', 'راهنما', 'Help', 'a.png', null, 'minimal'],
        ['text', 'b', 'Dear ${a}', 'جناب ${a}', null, null, null, 5, 'w2 numbers'],
      ],
      choices: [],
      settings: [
        ['form_title', 'form_id', 'default_language', 'version'],
        ['نمونه', 'sample', 'Persian (fa)', '3'],
      ],
      entities: [['dataset'], ['trees']],
    },
    label: 'نمونه',
    form: [
      { name: 'a', type: 'text', label: 'نام', hint: 'راهنما' },
      { name: 'b', type: 'text', label: 'جناب ${a}', width: 'half' },
    ],
    losses: ['survey!1 language', 'survey!1 language', 'survey!2 column', 'survey!3 column', 'survey!2 appearance', 'survey!3 appearance', 'survey!3 placeholder', 'settings!2 setting', 'settings!2 setting', 'entities!1 sheet'], // biome-ignore format: one list
  },
  {
    title: 'names twice, alike and unfit; formulas; cells of other kinds',
    sheets: {
      Survey: [
        ['Type', 'Name', 'Label', 'Required', 'Constraint'],
        ['text', 'علي', 'یک', true],
        ['text', 'علی', 'دو', 'TRUE'],
        ['text', 'علی', 'سه'],
        ['text', 'two words', 'چهار'],
        ['integer', 'n', { formula: 'CONCATENATE("پ","نج")', last: 'پنج' }, 1],
        ['text', 7, { formula: 'HYPERLINK("http://x")' }],
        [],
        ['text', '', 'بی‌نام'],
        ['text', 'long', 'د'.repeat(300)],
      ],
    },
    form: [
      { name: 'علي', type: 'text', required: true },
      { name: 'علی_2', type: 'text', required: true },
      { name: 'علی_3', type: 'text' },
      { name: 'two_words', type: 'text' },
      { name: 'n', type: 'integer', label: 'پنج', required: true },
      { name: '7', type: 'text', label: '7' },
      { name: 'بی_نام', type: 'text' },
      { name: 'long', type: 'text', label: 'د'.repeat(200) },
    ],
    losses: ['survey!3 renamed', 'survey!4 renamed', 'survey!5 renamed', 'survey!9 renamed', 'survey!10 cut'],
  },
  {
    title: 'parts that make no sense for their field',
    sheets: {
      survey: [
        ['type', 'name', 'label', 'readonly', 'required', 'default', 'constraint', 'choice_filter', 'parameters'],
        ['text', 'a', 'الف', 'yes', 'yes'],
        ['date', 'b', 'ب', null, null, 'yesterday'],
        ['integer', 'c', 'پ', null, null, null, '. >= 9 and . <= 3'],
        ['select_one l', 'd', 'ت', null, null, 'z', null, 'pick(${a})'],
        ['range', 'e', 'ث', null, null, null, null, null, 'start=0 end=5 step=0.5'],
      ],
      choices: [CHOICES_HEAD, ['l', 'علي', 'A'], ['l', 'علی', 'B'], ['l', 'ب', 'C']],
    },
    form: [
      { name: 'a', type: 'text', required: true },
      { name: 'b', type: 'date' },
      { name: 'c', type: 'integer', max: 3 },
      { name: 'd', type: 'choice', choices: [{ value: 'علي', label: 'A' }, { value: 'ب', label: 'C' }] }, // biome-ignore format: one line
      { name: 'e', type: 'decimal', min: 0, max: 5 },
    ],
    losses: ['survey!2 part', 'survey!3 part', 'survey!4 part', 'survey!5 part', 'survey!5 filter', 'survey!6 parameters', 'choices!3 choiceTwice'], // biome-ignore format: one list
  },
];
