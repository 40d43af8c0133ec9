// The page of one thing: where it stands, its name and acts, and its sides as tabs.
'use client';
import { Tabs } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Page } from '../layout/page';
import classes from './templates.module.css';

export interface RecordPageProps {
  title: string;
  /** From the outermost to the parent. */
  crumbs: readonly { label: string; href: string }[];
  actions?: ReactNode;
  /** Between the heading and the tabs: how it stands. */
  lead?: ReactNode;
  tabs: readonly { id: string; label: string; content: ReactNode }[];
  tab: string;
  onTab: (id: string) => void;
}

/** Only the open tab is mounted. */
export function RecordPage({ title, crumbs, actions, lead, tabs, tab, onTab }: RecordPageProps) {
  const t = useTranslations('common');
  return (
    <>
      <nav aria-label={t('crumbs')}>
        <ol className={classes.crumbs}>
          {crumbs.map(({ label, href }) => (
            <li key={href}>
              <Link href={href}>
                <bdi>{label}</bdi>
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <Page title={title} actions={actions}>
        {lead}
        <Tabs value={tab} onChange={(id) => id && onTab(id)} keepMounted={false}>
          <Tabs.List>
            {tabs.map(({ id, label }) => (
              <Tabs.Tab key={id} value={id}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map(({ id, content }) => (
            <Tabs.Panel key={id} value={id} pt="md">
              {content}
            </Tabs.Panel>
          ))}
        </Tabs>
      </Page>
    </>
  );
}
