// All rights that are changed and not saved, each with a way back.
'use client';
import { Badge, Button, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/layout/dialog';
import { useFormat } from '@/lib/i18n/use-format';
import type { RightChange } from '../logic/rights';
import classes from './roles.module.css';
import type { RoleMatrix } from './use-role-matrix';

const PAGE = 100;

export function ChangeList({ matrix, onClose }: { matrix: RoleMatrix; onClose: () => void }) {
  const t = useTranslations('roles.changes');
  const rightName = useTranslations('roles.right');
  const { number } = useFormat();
  const [size, setSize] = useState(PAGE);
  const { changes } = matrix;
  const rest = changes.length - size;
  const revert = ({ layer, right, isGiven }: RightChange) =>
    matrix.change([{ row: String(layer), column: right, isOn: !isGiven }]);
  return (
    <Dialog opened onClose={onClose} title={t('title', { n: number(changes.length) })} size="lg">
      <Stack gap="md">
        {changes.length === 0 && <Text size="sm">{t('none')}</Text>}
        <ul className={classes.list}>
          {changes.slice(0, size).map((change) => (
            <li key={`${change.layer}.${change.right}`}>
              <span>
                <bdi>{change.label}</bdi>{' '}
                <Badge variant="light" tt="none" color={change.isGiven ? 'green' : 'red'}>
                  {t(change.isGiven ? 'given' : 'taken', { right: rightName(change.right) })}
                </Badge>
              </span>
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={t('revertOf', { right: rightName(change.right), layer: change.label })}
                onClick={() => revert(change)}
              >
                {t('revert')}
              </Button>
            </li>
          ))}
        </ul>
        {rest > 0 && (
          <Button variant="subtle" onClick={() => setSize(size + PAGE)}>
            {t('more', { n: number(rest) })}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}
