// The map screen with the records' form and table in it.
'use client';
import { Home } from '@/features/home/screens/home';
import { RecordPanel } from '@/features/records/slots/record-panel';
import { RecordTable } from '@/features/records/slots/record-table';

export const HomeJoined = () => <Home RecordPanel={RecordPanel} RecordTable={RecordTable} />;
