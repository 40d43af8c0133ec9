// How much of the plan's space is used, beside the place where files are added.
'use client';
import { Progress, Text } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useSizeText } from '@/components/fields/use-size-text';
import { api } from '@/contract';
import type { CurrentPlan } from '@/contract/schemas/subscription';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import classes from './files.module.css';

const MEGABYTE = 1024 * 1024;
/** From here on the way to more is shown. */
const NEARLY_FULL = 90;

/** Nothing where the plan sets no limit. `isRefused`: a file did not arrive, perhaps for want of space. */
export function SpaceMeter({ plan, isRefused }: { plan: CurrentPlan | undefined; isRefused: boolean }) {
  const t = useTranslations('records.files');
  const size = useSizeText();
  const { percent } = useFormat();
  const { disk_used: used = 0, disk_total: total = 0 } = plan ?? {};
  const share = total > 0 ? Math.min(100, Math.round((100 * used) / total)) : 0;
  return (
    <>
      {total > 0 && (
        <div className={classes.space}>
          <Text size="xs" c="dimmed">
            {t('space', { used: size(used * MEGABYTE), total: size(total * MEGABYTE), share: percent(share / 100) })}
          </Text>
          <Progress
            value={share}
            size={4}
            color={share >= NEARLY_FULL ? 'orange' : 'indigo'}
            aria-label={t('spaceLabel')}
          />
        </div>
      )}
      {(isRefused || share >= NEARLY_FULL) && <Link href={href('profile')}>{t('plan')}</Link>}
    </>
  );
}

export function Space({ isRefused }: { isRefused: boolean }) {
  const plan = useRead(api.subscription.current, {}).data;
  return <SpaceMeter plan={plan} isRefused={isRefused} />;
}
