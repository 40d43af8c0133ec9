// Who has a role; given and taken by those who manage people.
'use client';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { IconButton } from '@/components/icon-button';
import { OptionPick } from '@/components/pickers/option-pick';
import { MANAGERS } from '@/contract/catalogue';
import { api } from '@/contract/index';
import { MAX_BULK } from '@/contract/schemas/people/bulk';
import type { Person } from '@/contract/schemas/session';
import type { Role } from '@/contract/schemas/user';
import { useRead } from '@/lib/api/hooks';
import { usePeopleOptions } from '@/lib/collection/options';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { allows, type Who } from '@/lib/routes/rules';
import classes from './roles.module.css';
import { useMembers } from './use-members';

const PAGE = 50;
const PAUSE_MS = 250;

interface RoleMembersProps {
  role: Role;
  who: Who | null;
  /** Whoever looks; `isLastWay`: the role is their last way to people or roles. */
  me: number | null;
  isLastWay: boolean;
}

export function RoleMembers({ role, who, me, isLastWay }: RoleMembersProps) {
  const t = useTranslations('roles.members');
  const { number } = useFormat();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [size, setSize] = useState(PAGE);
  const query = { limit: size, offset: 0, ...(search ? { search } : {}) };
  const read = useRead(api.roles.members, { params: { id: role.id }, query }, { keep: true });
  const isManager = allows(who, { module: MANAGERS });
  const page = read.data;
  return (
    <Stack gap="md">
      {isManager ? <AddMembers role={role} /> : <Callout>{t('notManager')}</Callout>}
      <TextInput
        type="search"
        maw={360}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {read.error && !page && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {!page && !read.error && <ListSkeleton rows={5} />}
      {page?.results.length === 0 && (
        <EmptyState title={t(search ? 'notFound' : 'empty')} {...(search ? {} : { text: t('emptyText') })} noAct={isManager ? 'beside' : 'final'} /> // biome-ignore format: one state
      )}
      {page && page.results.length > 0 && (
        <>
          <Text size="sm" c="dimmed">
            {t('count', { n: number(page.count), count: page.count })}
          </Text>
          <ul className={classes.list} aria-label={t('list', { name: role.name })}>
            {page.results.map((person) => (
              <MemberRow
                key={person.id}
                role={role}
                person={person}
                isManager={isManager}
                whyNot={person.id === me && isLastWay ? t('lastWay') : null}
              />
            ))}
          </ul>
          {page.count > page.results.length && (
            <Group>
              <Button variant="subtle" onClick={() => setSize(size + PAGE)}>
                {t('more', { n: number(page.count - page.results.length) })}
              </Button>
            </Group>
          )}
        </>
      )}
    </Stack>
  );
}

interface MemberRowProps {
  role: Role;
  person: Person;
  isManager: boolean;
  /** Why the person cannot lose the role. */
  whyNot: string | null;
}

function MemberRow({ role, person, isManager, whyNot }: MemberRowProps) {
  const t = useTranslations('roles.members');
  const { add, remove } = useMembers(role.id);
  const name = personName(person);
  const taking = useAction(() => remove([person.id]), {
    confirm: () => ({
      title: t('takeTitle', { name, role: role.name }),
      text: t('takeText'),
      confirm: t('take'),
      danger: true,
    }),
    done: () => t('taken', { name }),
    undo: async () => {
      await add([person.id]);
      return t('given', { name });
    },
  });
  return (
    <li>
      <span>
        <bdi>{name}</bdi>{' '}
        {name !== person.username && (
          <Text span size="sm" c="dimmed">
            <bdi dir="ltr">{person.username}</bdi>
          </Text>
        )}
      </span>
      {isManager && (
        <IconButton
          label={whyNot ?? t('takeFrom', { name })}
          variant="subtle"
          color="gray"
          disabled={whyNot !== null}
          onClick={() => void taking.run(undefined)}
        >
          <IconUserMinus size={18} />
        </IconButton>
      )}
    </li>
  );
}

function AddMembers({ role }: { role: Role }) {
  const t = useTranslations('roles.members');
  const people = useTranslations('common.people');
  const { number } = useFormat();
  const source = usePeopleOptions(api.users.all);
  const { add } = useMembers(role.id);
  const [ids, setIds] = useState<number[]>([]);
  const adding = useAction(add, {
    done: (people) => t('added', { n: number(people.length), count: people.length }),
  });
  if (role.may_grant === false) return <Callout kind="caution">{t('beyond')}</Callout>;
  return (
    <div className={classes.bar}>
      <OptionPick
        label={t('add')}
        placeholder={people('placeholder')}
        nothing={people('nobody')}
        value={ids}
        onChange={setIds}
        source={source}
        max={MAX_BULK}
      />
      <Button
        leftSection={<IconUserPlus size={16} />}
        disabled={ids.length === 0}
        loading={adding.isBusy}
        onClick={() => void adding.run(ids).then((answer) => answer && setIds([]))}
      >
        {t('give')}
      </Button>
    </div>
  );
}
