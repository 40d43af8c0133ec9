// The text encodings that attributes may come in.
export const ENCODINGS = [
  { name: 'UTF-8', label: 'UTF-8' },
  { name: 'CP1256', label: 'Windows-1256' },
  { name: 'CP1252', label: 'Windows-1252' },
  { name: 'ISO-8859-1', label: 'ISO-8859-1' },
  { name: 'ISO-8859-6', label: 'ISO-8859-6' },
  { name: 'UTF-16', label: 'UTF-16' },
];
