// One step of a record's history.
'use client';
import { Button, Checkbox, Group } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Field, Values } from '@/contract/schemas/form';
import type { RecordLog } from '@/contract/schemas/record';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { RecordDiffMap, type RecordDiffMapProps } from '@/map';
import { diffOf } from '../../logic/history';
import classes from '../record-panel.module.css';

/** Where the record lay and lies; its map is made when it is asked for, since a browser has only a few. */
function PlaceChange({ before, after }: RecordDiffMapProps) {
  const t = useTranslations('records.history');
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <dt>{t('geometry')}</dt>
      <dd>
        {t('geometryChanged')}
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'hideMap' : 'showMap')}
        </Button>
      </dd>
      {isOpen && (
        <dd className={classes.place}>
          <RecordDiffMap before={before} after={after} />
        </dd>
      )}
    </div>
  );
}

interface HistoryEntryProps {
  entry: RecordLog;
  form: readonly Field[];
  onUse: ((values: Values) => void) | undefined;
  /** Whether its version is compared; missing `onPick`: it has none. */
  isPicked: boolean;
  onPick: (() => void) | undefined;
  /** Restores what it left behind. */
  onRevert: (() => void) | undefined;
}

export function HistoryEntry({ entry, form, onUse, isPicked, onPick, onRevert }: HistoryEntryProps) {
  const t = useTranslations('records.history');
  const { date } = useFormat();
  const { fields, geometry } = diffOf(entry, form);
  const { before } = entry;
  const canUse = onUse && entry.action === 'edit' && before && fields.length > 0;
  return (
    <li className={classes.entry}>
      <div className={classes.entryHead}>
        <strong>{t(`action.${entry.action}`)}</strong>
        {entry.file && <bdi>{entry.file}</bdi>}
        <bdi>{entry.user?.username ?? t('system')}</bdi>
        <time dateTime={entry.date}>
          {date(entry.date, 'relative')} · {date(entry.date, 'datetime')}
        </time>
      </div>
      {(fields.length > 0 || geometry) && (
        <dl className={classes.diff}>
          {fields.map((field) => (
            <Change key={field.name} field={field} isEdit={entry.action === 'edit'} />
          ))}
          {geometry && <PlaceChange before={before?.geometry ?? null} after={entry.after?.geometry ?? null} />}
        </dl>
      )}
      {(canUse || onPick || onRevert) && (
        <Group gap="xs">
          {onPick && <Checkbox size="xs" label={t('compare')} checked={isPicked} onChange={onPick} />}
          {canUse && (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => onUse(Object.fromEntries(fields.map(({ name, before: was }) => [name, was ?? ''])))}
            >
              {t('use')}
            </Button>
          )}
          {onRevert && (
            <Button variant="subtle" size="compact-xs" onClick={onRevert}>
              {t('revert')}
            </Button>
          )}
        </Group>
      )}
    </li>
  );
}

interface ChangeProps {
  field: ReturnType<typeof diffOf>['fields'][number];
  /** A first value replaces none. */
  isEdit: boolean;
}

function Change({ field: { label, field, before, after }, isEdit }: ChangeProps) {
  const t = useTranslations('records.history');
  const text = useValueText();
  return (
    <div>
      <dt>
        <bdi>{label}</bdi>
      </dt>
      <dd>
        {isEdit && (
          <>
            <del dir="auto">{text(field, before) || t('empty')}</del>
            <IconArrowRight size={14} className="points" aria-label={t('became')} />
          </>
        )}
        <ins dir="auto">{text(field, after) || t('empty')}</ins>
      </dd>
    </div>
  );
}
