// The bar of a view as somebody else, for the frame around every screen.
'use client';
export { SeeAsBar } from '../parts/life/see-as-bar';
