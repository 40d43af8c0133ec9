// Whether there is room for the canvas alone.
'use client';
import { useMediaQuery } from '@mantine/hooks';

/** The style sheet of the studio says the same bound. */
const NARROW = '(max-width: 48em)';
export const useIsNarrow = (): boolean => useMediaQuery(NARROW) ?? false;
