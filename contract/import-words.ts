// Words of imported files, in both languages: values of booleans, and headings of days and coordinates.

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
