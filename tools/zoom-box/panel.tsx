// The zoom box's panel: its corners may be written as well.
'use client';
import { CoordinateBox } from '../coordinates';

export const ZoomBoxPanel = () => <CoordinateBox labelled />;
