// What can be done with one role, as the acts of its row. A deletion names the people who lose it.
'use client';
import { Text } from '@mantine/core';
import { IconColumns, IconCopy, IconEdit, IconEye, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { RowAct } from '@/components/collection/acts';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import type { Role } from '@/contract/schemas/user';
import { call } from '@/lib/api/client';
import { useWrite } from '@/lib/api/hooks';
import { useSeeAs } from '@/lib/api/use-see-as';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';

/** So many people are told by name; the others are counted. */
const MAX_NAMED = 10;

export function useRoleActs({ onCompare }: { onCompare: (role: Role) => void }): (role: Role) => RowAct[] {
  const t = useTranslations('roles.acts');
  const see = useTranslations('common.seeAs');
  const { number, listed } = useFormat();
  const seeing = useAction(useSeeAs(), {
    confirm: ({ name }) => ({ title: see('title', { name }), text: see('text'), confirm: see('open') }),
  });
  const copy = useWrite(api.roles.copy);
  const remove = useWrite(api.roles.remove);
  const copying = useAction(({ id }: Role) => copy.mutateAsync({ params: { id } }), {
    done: ({ name }) => t('copyDone', { name }),
  });
  const removing = useAction(
    ({ id, users }: Role) => remove.mutateAsync({ params: { id }, query: users > 0 ? { take: true } : {} }),
    {
      confirm: async ({ id, name, users }) => {
        const shared = { title: t('removeTitle', { name }), confirm: t('remove'), danger: true };
        if (users === 0) return { ...shared, text: t('removeNobody') };
        const { results, count } = await call(api.roles.members, { params: { id }, query: { limit: MAX_NAMED } });
        const rest = count - results.length;
        return {
          ...shared,
          text: (
            <>
              <Text size="md">{t('removeText', { n: number(count), count })}</Text>
              <Text size="md" fw={600}>
                {listed(results.map(personName))}
                {rest > 0 && ` ${t('removeMore', { n: number(rest) })}`}
              </Text>
            </>
          ),
        };
      },
      done: (_, { name }) => t('removeDone', { name }),
    },
  );
  return (role) => [
    {
      id: 'edit',
      label: t('edit'),
      icon: <IconEdit size={16} />,
      href: href('groupEditor', { id: role.id }),
    },
    {
      id: 'copy',
      label: t('copy'),
      icon: <IconCopy size={16} />,
      run: () => void copying.run(role),
      whyNot: role.may_grant === false ? t('beyond') : null,
    },
    {
      id: 'seeAs',
      label: see('act'),
      icon: <IconEye size={16} />,
      run: () => void seeing.run({ role: role.id, name: role.name }),
      whyNot: role.may_grant === false ? t('beyond') : null,
    },
    { id: 'compare', label: t('compare'), icon: <IconColumns size={16} />, run: () => onCompare(role) },
    {
      id: 'remove',
      group: 'remove',
      label: t('remove'),
      icon: <IconTrash size={16} />,
      isDanger: true,
      run: () => void removing.run(role),
      whyNot: role.can_edit === false ? (role.why?.edit ?? t('notAllowed')) : null,
    },
  ];
}
