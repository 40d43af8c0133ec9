// Identify's panel: a place may be written instead of clicked.
'use client';
import { CoordinateBox } from '../coordinates';

export const IdentifyPanel = () => <CoordinateBox labelled />;
