// Words that people write in the files they import.

/** Yes and no as text. */
export const YES = /^(true|yes|1|بله|بلی)$/i;
export const NO = /^(false|no|0|خیر)$/i;

/** Headings that tell days from codes of the same look, such as the number of a plot ("1342/7/12"). */
export const DATED = /تاریخ|روز|تولد|مهلت|سررسید|date|day|datum/i;
