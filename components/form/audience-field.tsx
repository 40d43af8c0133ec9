// Whom something is for: everybody, or those who have one of some roles.
'use client';
import { Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OptionSource } from '@/lib/collection/options';
import { OptionPick } from '../pickers/option-pick';

export type Audience = 'all' | 'roles';

export interface AudienceFieldProps {
  audience: Audience;
  roles: readonly number[];
  onAudience: (audience: Audience) => void;
  onRoles: (ids: number[]) => void;
  source: OptionSource;
  texts: { audience: string; all: string; some: string; roles: string; rolesHint: string };
  error?: ReactNode;
}

export const AudienceField = ({ audience, roles, onAudience, onRoles, source, texts, error }: AudienceFieldProps) => (
  <>
    <Radio.Group
      label={texts.audience}
      value={audience}
      onChange={(value) => onAudience(value === 'roles' ? 'roles' : 'all')}
    >
      <Stack gap={6} mt={6}>
        <Radio value="all" label={texts.all} />
        <Radio value="roles" label={texts.some} />
      </Stack>
    </Radio.Group>
    {audience === 'roles' && (
      <OptionPick
        label={texts.roles}
        description={texts.rolesHint}
        source={source}
        value={roles}
        onChange={onRoles}
        error={error}
      />
    )}
  </>
);
