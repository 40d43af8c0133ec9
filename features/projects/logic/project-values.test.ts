// What a project's form sends, and what templates keep of it.
import { describe, expect, it } from 'vitest';
import { PROJECT_STATES as S } from '@/contract/schemas/project';
import { fromTemplate, isFixed, NEW_PROJECT, toBody, toTemplate } from './project-values';

describe('the values of a project', () => {
  it('send one region or none', () => {
    expect(toBody({ region: [4], name: 'x' })).toEqual({ region: 4, name: 'x' });
    expect(toBody({ region: [] })).toEqual({ region: null });
    expect(toBody({ name: 'x' })).toEqual({ name: 'x' });
  });
  it('come back from a template, due as many days later', () => {
    const values = { ...NEW_PROJECT.values, region: [4], layers: [1], members: [2], due_date: '2026-04-10' };
    const data = toTemplate(values, '2026-03-31');
    expect(data.days).toBe(10);
    expect(fromTemplate(data, '2026-12-25')).toMatchObject({
      region: [4],
      layers: [1],
      members: [2],
      due_date: '2027-01-04',
    });
    expect(toTemplate({ ...values, due_date: null }, '2026-03-31').days).toBeNull();
    expect(toTemplate({ ...values, due_date: '2026-01-01' }, '2026-03-31').days).toBe(0);
  });
  it('stay as they are where the server keeps them', () => {
    expect(isFixed('layers', S.submitted)).toBe(true);
    expect(isFixed('layers', S.running)).toBe(false);
    expect(isFixed('supervisors', S.first)).toBe(false);
    expect([isFixed('approvals', S.draft), isFixed('approvals', S.running), isFixed('approvals', null)]).toEqual([false, true, false]); // biome-ignore format: one row
  });
});
