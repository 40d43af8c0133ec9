// The same inside the shell, so that the menu stays usable.
'use client';
export { default } from '../error';
