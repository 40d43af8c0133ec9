// Workbooks of the features of the XLSForm standard, each with the form that it says and what is lost of it.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the standard names questions so.
import { MORE_SAMPLES } from './more-samples';
import { CHOICES_HEAD, type Sample } from './sample';
import type { Rows } from './workbook';

const YES_NO: Rows = [
  ['yes_no', 'yes', 'بله'],
  ['yes_no', 'no', 'خیر'],
];

export const SAMPLES: Sample[] = [
  ...MORE_SAMPLES,
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
];
