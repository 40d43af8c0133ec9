// How far a project is, read once for all sides of its page.
'use client';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';

export const useProgress = (id: number) => useRead(api.projectWork.progress, { params: { id } });
