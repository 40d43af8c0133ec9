// What changed, release by release, in five groups.
'use client';
import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Dialog } from '@/components/layout/dialog';
import { useFormat } from '@/lib/i18n/use-format';
import { GROUPS, parseReleases, type Release } from '../logic/changelog';
import classes from './changelog-dialog.module.css';

export interface ChangelogDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Given where the button may be hidden until the next version. */
  hide?: boolean;
  onHide?: (hide: boolean) => void;
}

const load = async (): Promise<Release[]> => {
  const answer = await fetch('/changelog.json', { credentials: 'same-origin' });
  return answer.ok ? parseReleases(await answer.json()) : [];
};

/** The default export is for lazy loading. */
export default function ChangelogDialog({ opened, onClose, hide, onHide }: ChangelogDialogProps) {
  const t = useTranslations('shell');
  const { digits, lang } = useFormat();
  const [releases, setReleases] = useState<Release[] | null>(null);
  useEffect(() => {
    load()
      .catch(() => [])
      .then(setReleases);
  }, []);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('changelog')} size={640}>
      <Stack gap="md">
        {!releases && <Skeleton h={160} aria-busy />}
        {releases?.length === 0 && <Text c="dimmed">{t('changelogEmpty')}</Text>}
        {releases?.map((release) => (
          <section key={release.version} className={classes.release}>
            <header className={classes.head}>
              <h2>{t('changes.version', { version: digits(release.version) })}</h2>
              <span>{t('changes.date', { date: digits(release.date) })}</span>
            </header>
            {GROUPS.filter((group) => release.groups[group]?.length).map((group) => (
              <div key={group} className={classes.group} data-group={group}>
                <h3>{t(`changes.${group}`)}</h3>
                <ul>
                  {release.groups[group]?.map((change) => (
                    <li key={change.en}>
                      <bdi>{change[lang]}</bdi>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </section>
        ))}
        {onHide && (
          <Checkbox
            size="sm"
            label={t('changelogHide')}
            checked={hide ?? false}
            onChange={(event) => onHide(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </Dialog>
  );
}
