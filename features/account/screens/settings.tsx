// The settings of this browser: language, theme, and how the side menu stands.
'use client';
import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { LanguageSwitch } from '@/components/language-switch';
import { Page } from '@/components/page';
import { DRAWER_BREAKPOINT_PX } from '@/lib/config/constants';
import { useFormat } from '@/lib/i18n/use-format';
import { type DrawerType, useClientSettings } from '@/lib/state/client-settings';
import classes from './settings.module.css';

function Row({ id, title, hint, children }: { id: string; title: string; hint?: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <h2 id={id} className={classes.label}>
          {title}
        </h2>
        {hint && <p className={classes.hint}>{hint}</p>}
      </div>
      <div className={classes.control}>{children}</div>
    </div>
  );
}

/** Every choice counts at once and is kept; there is nothing to save. */
export function SettingsScreen() {
  const t = useTranslations('account.settings');
  const { number } = useFormat();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { drawerType, setDrawerType } = useClientSettings();
  const [known, setKnown] = useState(false);
  useEffect(() => setKnown(true), []);
  return (
    <Page title={t('title')} width={720}>
      <section className={classes.card}>
        <Row id="language" title={t('language')} hint={t('languageHint')}>
          <LanguageSwitch />
        </Row>
        <Row id="theme" title={t('theme')}>
          <SegmentedControl
            aria-labelledby="theme"
            value={known ? colorScheme : 'dark'}
            onChange={(value) => setColorScheme(value === 'light' ? 'light' : 'dark')}
            data={[
              { value: 'dark', label: t('darkIndigo') },
              { value: 'light', label: t('light') },
            ]}
          />
        </Row>
        <Row
          id="drawer"
          title={t('drawer')}
          hint={t('drawerHint', { width: number(DRAWER_BREAKPOINT_PX, { useGrouping: false }) })}
        >
          <SegmentedControl
            aria-labelledby="drawer"
            value={drawerType}
            onChange={(value) => setDrawerType(value as DrawerType)}
            data={[
              { value: 'permanent', label: t('permanent') },
              { value: 'temporary', label: t('temporary') },
            ]}
          />
        </Row>
      </section>
    </Page>
  );
}
