// Words of imported files, in both languages: values of booleans, and headings of days and coordinates.

import type { ImportField } from './schemas/people/import';

export const YES = /^(true|yes|1|بله|بلی)$/i;
export const NO = /^(false|no|0|خیر)$/i;

/** Headings of days. */
export const DATED = /تاریخ|روز|تولد|مهلت|سررسید|date|day|datum/i;

/** Headings of coordinates, folded: of x, of y, of both in one column. */
export const X_NAME = /(^|[\s(])(x|lon|lng|long|longitude|east|easting|e)($|[\s)\d])|طول|شرق|ایکس/;
export const Y_NAME = /(^|[\s(])(y|lat|latitude|north|northing|n)($|[\s)\d])|عرض|شمال|وای|ایگرگ/;
export const BOTH_NAME = /مختصات|موقعیت|coord|location|position|latlon|lat ?lon/;

/** Hemispheres beside an angle, and those of them that turn its sign. */
export const HEMISPHERE = /[NSEWnsew]|شمالی?|جنوبی?|شرقی?|غربی?/g;
export const WEST_OR_SOUTH = /[WSws]|غرب|جنوب/;

/** What stands between the values of a list. */
export const LIST_SEPARATOR = '؛';

/** Headings of a table of people, by what the column holds. */
export const PEOPLE_HEADINGS: Record<ImportField, readonly string[]> = {
  username: ['نام کاربری', 'کاربر', 'شناسه کاربری', 'نام کاربر', 'username', 'user name', 'user', 'login', 'کد پرسنلی'],
  first_name: ['نام', 'نام کوچک', 'first name', 'firstname', 'given name'],
  last_name: ['نام خانوادگی', 'فامیل', 'فامیلی', 'خانوادگی', 'last name', 'lastname', 'surname', 'family name', 'family'],
  name: ['نام و نام خانوادگی', 'نام کامل', 'full name', 'fullname', 'name'],
  email: ['ایمیل', 'پست الکترونیک', 'رایانامه', 'پست الکترونیکی', 'email', 'e mail', 'mail', 'email address'],
  phone: ['تلفن', 'شماره تلفن', 'موبایل', 'همراه', 'شماره همراه', 'تلفن همراه', 'شماره موبایل', 'phone', 'mobile', 'phone number', 'mobile number', 'cell', 'tel'],
  groups: ['نقش', 'نقش ها', 'نقشها', 'گروه', 'گروه ها', 'گروهها', 'role', 'roles', 'group', 'groups'],
  regions: ['مرز', 'مرز ها', 'مرزها', 'محدوده', 'محدوده ها', 'منطقه', 'منطقه ها', 'مناطق', 'region', 'regions', 'area', 'areas'],
  workdays: ['روز کاری', 'روزهای کاری', 'روز های کاری', 'روزها', 'work days', 'workdays', 'working days', 'days'],
}; // biome-ignore format: one line for each field

/** Days of the week as tables name them, from Saturday; and what stands for all of them. */
export const DAY_NAMES: readonly (readonly string[])[] = [
  ['شنبه', 'sat', 'saturday'],
  ['یکشنبه', '1شنبه', 'sun', 'sunday'],
  ['دوشنبه', '2شنبه', 'mon', 'monday'],
  ['سه شنبه', 'سهشنبه', '3شنبه', 'tue', 'tuesday'],
  ['چهارشنبه', '4شنبه', 'wed', 'wednesday'],
  ['پنجشنبه', 'پنج شنبه', '5شنبه', 'thu', 'thursday'],
  ['جمعه', 'fri', 'friday'],
];
export const EVERY_DAY = ['همه', 'همه روزها', 'هر روز', 'all', 'every day'];

/** What stands between days, between the ends of a run of days, and between names that may hold "and". */
export const BETWEEN_DAYS = /[,،;؛|\n]+|\sو\s|\sand\s/;
export const UP_TO = /\sتا\s|\sto\s|[–—-]/;
export const BETWEEN_NAMES = /[,،;؛|\n]+/;
