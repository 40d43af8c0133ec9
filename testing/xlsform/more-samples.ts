// More workbooks of the standard's features: what is reckoned, several languages, names and parts that do not fit.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the standard names questions so.
import { CHOICES_HEAD, type Sample } from './sample';

export const MORE_SAMPLES: Sample[] = [
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
