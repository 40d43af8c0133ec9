// The settings of this browser: language, direction, theme, and how the side menu stands.
'use client';
import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { ACCENTS, type Accent, chooseAccent, SHADES, type Shade, shownAccent } from '@/components/color-scheme';
import { LanguageSwitch } from '@/components/layout/language-switch';
import { lazyPart } from '@/components/layout/lazy-part';
import { Page } from '@/components/layout/page';
import { DRAWER_BREAKPOINT_PX } from '@/lib/config/constants';
import { useFormat } from '@/lib/i18n/use-format';
import { type DrawerType, useClientSettings } from '@/lib/state/client-settings';
import { keepDirection, keptDirection, type Wanted } from '../logic/direction';
import classes from './settings.module.css';

const BaseMapsCard = lazyPart(() => import('../parts/base-maps/base-maps-card'));

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

function AccentRow({ accent, onChange }: { accent: Accent; onChange: (accent: Accent) => void }) {
  const t = useTranslations('account.settings');
  return (
    <Row id="color" title={t('color')}>
      <SegmentedControl
        aria-labelledby="color"
        value={accent}
        onChange={(value) => {
          chooseAccent(value as Accent);
          onChange(value as Accent);
        }}
        data={ACCENTS.map((one) => ({
          value: one,
          label: (
            <span className={classes.color}>
              <span className={classes.swatch} data-swatch={one} aria-hidden />
              {t(`colors.${one}`)}
            </span>
          ),
        }))}
      />
    </Row>
  );
}

/** What only the browser knows; null until it runs. */
function useChoices() {
  const [choices, setChoices] = useState<{ accent: Accent; direction: Wanted } | null>(null);
  useEffect(() => setChoices({ accent: shownAccent(), direction: keptDirection() }), []);
  return [choices, setChoices] as const;
}

/** Every choice counts at once and is kept; there is nothing to save. Superusers have their organisation's base maps here too. */
export function SettingsScreen({ isSuperuser }: { isSuperuser: boolean }) {
  const t = useTranslations('account.settings');
  const { number } = useFormat();
  const router = useRouter();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { drawerType, setDrawerType } = useClientSettings();
  const [choices, setChoices] = useChoices();
  const direction = choices?.direction ?? 'language';
  return (
    <Page title={t('title')} width={720}>
      <section className={classes.card}>
        <Row id="language" title={t('language')} hint={t('languageHint')}>
          <LanguageSwitch />
        </Row>
        <Row id="direction" title={t('direction')}>
          <SegmentedControl
            aria-labelledby="direction"
            value={direction}
            onChange={(value) => {
              const direction = value as Wanted;
              keepDirection(direction);
              if (choices) setChoices({ ...choices, direction });
              router.refresh();
            }}
            data={[
              { value: 'language', label: t('byLanguage') },
              { value: 'rtl', label: t('rtl') },
              { value: 'ltr', label: t('ltr') },
            ]}
          />
        </Row>
        <Row id="shade" title={t('shade')}>
          <SegmentedControl
            aria-labelledby="shade"
            value={choices ? colorScheme : 'dark'}
            onChange={(value) => setColorScheme(value as Shade)}
            data={SHADES.map((shade) => ({ value: shade, label: t(shade) }))}
          />
        </Row>
        <AccentRow
          accent={choices?.accent ?? 'indigo'}
          onChange={(accent) => choices && setChoices({ ...choices, accent })}
        />
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
      {isSuperuser && (
        <Suspense>
          <div className={classes.more}>
            <BaseMapsCard />
          </div>
        </Suspense>
      )}
    </Page>
  );
}
