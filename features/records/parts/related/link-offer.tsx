// At the top of a record that was opened to be linked: to whom it would belong, and the two ways on.
'use client';
import { Button } from '@mantine/core';
import { usePathname, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import type { LayerRecord } from '@/contract/schemas/record';
import { useWrite } from '@/lib/api/hooks';
import { recordAddress } from '../../logic/addresses';
import { endLink, type RelationLink, useRelationLink } from '../../logic/relation-link';

/** Back to the one that asked, in the tab that it asked from. */
export function useReturn(): (link: RelationLink) => void {
  const router = useRouter();
  const path = usePathname();
  return ({ asker }) => {
    useRelationLink.setState({ link: null, opened: { record: asker.record, tab: asker.tab } });
    router.push(recordAddress({ id: asker.layer, type: asker.type }, asker.record, path));
  };
}

/** `record` null: a new one, whose key is set already. */
export function LinkOffer({ link, record }: { link: RelationLink; record: LayerRecord | null }) {
  const t = useTranslations('records.related');
  const errorText = useErrorText();
  const goBack = useReturn();
  const edit = useWrite(api.records.edit);
  const [failure, setFailure] = useState<unknown>(null);
  const params = { title: link.asker.title, relation: link.label };
  const apply = async () => {
    if (!record) return;
    setFailure(null);
    const key = link.kind === 'parent' ? (link.keyField === null ? record.id : (record.value[link.keyField] ?? null)) : link.value; // biome-ignore format: one choice
    const [id, version] = link.kind === 'parent' ? [link.asker.record, link.version] : [record.id, record.version];
    try {
      await edit.mutateAsync({
        params: { id },
        body: { value: { [link.field]: key } },
        options: { headers: { 'if-match': `"${version}"` } },
      });
      toast({ type: 'success', message: t('linked') });
      goBack(link);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Callout
      kind={failure ? 'refusal' : 'information'}
      action={
        <>
          {record && (
            <Button size="compact-sm" loading={edit.isPending} onClick={() => void apply()}>
              {t('link')}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={record ? endLink : () => goBack(link)}>
            {t(record ? 'cancel' : 'back')}
          </Button>
        </>
      }
    >
      {failure ? errorText(failure) : t(`offer.${link.kind}`, params)}
    </Callout>
  );
}
