// Restores a version of a record, once it is told what changes.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord, RecordLog } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { useFormat } from '@/lib/i18n/use-format';
import { compareStates, stateOf } from '../../logic/history';

export function useRevert(layer: Layer, record: LayerRecord, onReverted: (record: LayerRecord) => void) {
  const t = useTranslations('records.history');
  const { date, listed } = useFormat();
  const { alert, confirm } = useDialogs();
  const client = useQueryClient();
  const errorText = useErrorText();
  return async (entry: RecordLog) => {
    const version = stateOf(entry);
    if (!version) return;
    const when = date(entry.date, 'datetime');
    const title = t('revertTitle', { when });
    const { form, supervised } = layer.config;
    const { fields, geometry } = compareStates(record, version, form);
    // What the form has lost stays away.
    const names = fields.flatMap(({ field, label }) => (field ? [label] : []));
    if (names.length === 0 && !geometry) return void alert({ title, text: t('revertSame') });
    const words = [
      names.length > 0 ? t('revertFields', { fields: listed(names.map((name) => `«${name}»`)) }) : '',
      geometry ? t('revertShape') : '',
      supervised ? t('revertWaits') : '',
    ];
    if (!(await confirm({ title, text: words.filter(Boolean).join(' '), confirm: t('revert') }))) return;
    try {
      const ifMatch = { headers: { 'if-match': `"${record.version}"` } };
      const after = await call(api.records.revert, { params: { id: record.id }, body: { log: entry.id } }, ifMatch);
      toast({ type: 'success', message: t(after.unconfiremed_value ? 'revertSent' : 'reverted', { when }) });
      onReverted(after);
      void invalidate(client, api.records.revert.touches ?? []);
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
  };
}
