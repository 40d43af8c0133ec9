// Who is bound to a region: found, added, taken away. Whoever would see everything without it is told first.
'use client';
import { Badge, Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconEye, IconUserMinus } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Pager } from '@/components/collection/pager';
import { useDialogs } from '@/components/feedback/dialogs';
import { EmptyState, ErrorState, ListSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { useAction } from '@/components/feedback/use-action';
import { IconButton } from '@/components/icon-button';
import { OptionPick } from '@/components/pickers/option-pick';
import { MANAGERS } from '@/contract/catalogue';
import { api } from '@/contract/index';
import type { Region } from '@/contract/schemas/region';
import type { RegionPerson } from '@/contract/schemas/regions/reach';
import { useRead } from '@/lib/api/hooks';
import { useSeeAs } from '@/lib/api/use-see-as';
import { useWho } from '@/lib/api/use-who';
import { usePeopleOptions } from '@/lib/collection/options';
import { personName } from '@/lib/i18n/person-name';
import { allows, href } from '@/lib/routes/rules';
import classes from '../regions.module.css';
import type { RegionWrites } from '../use-open-region';

const SIZE = 50;
const WAIT_MS = 300;

export interface PeopleProps {
  region: Region;
  etag: string | null;
  writes: RegionWrites;
  onSight: (person: number) => void;
}

export function People({ region, etag, writes, onSight }: PeopleProps) {
  const t = useTranslations('regions.people');
  const errorText = useErrorText();
  const { confirm } = useDialogs();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), WAIT_MS);
  const [page, setPage] = useState(1);
  const [added, setAdded] = useState<number[]>([]);
  const [isBusy, setBusy] = useState(false);
  const options = usePeopleOptions(api.users.all);
  const params = { id: region.id };
  const query = { limit: SIZE, offset: (page - 1) * SIZE, ...(search && { search }) };
  const list = useRead(api.regions.people, { params, query }, { keep: true });
  const change = async (body: { add?: number[]; remove?: number[]; everywhere?: boolean }, done: string) => {
    setBusy(true);
    try {
      await writes.write(api.regions.changePeople, { params, body }, etag);
      toast({ type: 'success', message: done });
      setAdded([]);
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  const handleRemove = async (person: RegionPerson) => {
    const name = personName(person);
    if (person.only && !(await confirm({ title: t('last', { name }), text: t('lastText'), confirm: t('remove'), danger: true }))) return; // biome-ignore format: one question
    await change({ remove: [person.id], ...(person.only ? { everywhere: true } : {}) }, t('removed', { name }));
  };
  return (
    <div className={classes.stack}>
      <SeeAsRegion region={region} />
      <OptionPick label={t('add')} source={options} value={added} onChange={setAdded} max={500} />
      <Button
        disabled={added.length === 0}
        loading={isBusy}
        onClick={() => void change({ add: added }, t('added', { count: added.length }))}
      >
        {t('give')}
      </Button>
      {((list.data?.count ?? 0) > 0 || search) && (
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          value={typed}
          maxLength={200}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(1);
          }}
        />
      )}
      {list.error ? (
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      ) : !list.data ? (
        <ListSkeleton />
      ) : list.data.count === 0 ? (
        <EmptyState title={t(search ? 'nothing' : 'empty')} text={t('emptyText')} noAct="beside" />
      ) : (
        <ul className={classes.list} aria-label={t('list')}>
          {list.data.results.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isBusy={isBusy}
              onSight={onSight}
              onRemove={() => void handleRemove(person)}
            />
          ))}
        </ul>
      )}
      {list.data && list.data.count > SIZE && (
        <Pager page={page} size={SIZE} rowCount={list.data.results.length} count={list.data.count} onPage={setPage} />
      )}
    </div>
  );
}

/** Leads into the product as somebody sees it who is bound to this region alone. */
function SeeAsRegion({ region }: { region: Region }) {
  const t = useTranslations('common.seeAs');
  const seeing = useAction(useSeeAs(), {
    confirm: ({ name }) => ({ title: t('regionTitle', { name }), text: t('text'), confirm: t('open') }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconEye size={16} />}
      loading={seeing.isBusy}
      onClick={() => void seeing.run({ region: region.id, name: region.label })}
    >
      {t('region')}
    </Button>
  );
}

interface PersonRowProps {
  person: RegionPerson;
  isBusy: boolean;
  onSight: (person: number) => void;
  onRemove: () => void;
}

function PersonRow({ person, isBusy, onSight, onRemove }: PersonRowProps) {
  const t = useTranslations('regions.people');
  const who = useWho();
  const name = personName(person);
  return (
    <li className={classes.person}>
      {allows(who, { module: MANAGERS }) ? (
        <Link href={href('userEditor', { id: person.id })} prefetch={false} className={classes.name}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi className={classes.name}>{name}</bdi>
      )}
      {person.only && (
        <Badge variant="light" color="orange" tt="none" title={t('onlyHint')}>
          {t('only')}
        </Badge>
      )}
      <IconButton label={t('sight', { name })} onClick={() => onSight(person.id)}>
        <IconEye size={16} />
      </IconButton>
      <IconButton label={t('removeOne', { name })} disabled={isBusy} onClick={onRemove}>
        <IconUserMinus size={16} />
      </IconButton>
    </li>
  );
}
