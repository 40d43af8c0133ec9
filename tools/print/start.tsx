// The end of the panel: the button that makes the file, or how far it is and the button that stops it.
import { Button, Progress, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { PanelActions } from '@/components/layout/panel';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useFormat } from '@/lib/i18n/use-format';
import type { usePrinting } from './use-printing';

interface PrintStartProps {
  printing: ReturnType<typeof usePrinting>;
  pages: number;
  /** All that the pages need is here. */
  isReady: boolean;
}

export const PrintStart = ({ printing: { done, start, stop, tooLarge }, pages, isReady }: PrintStartProps) => {
  const t = useTranslations('map.tools.print');
  const { number, percent } = useFormat();
  // Before whatever else Escape would close: the work ends, the panel and its settings stay.
  useHotkeys('first', [{ keys: 'Escape', whileTyping: true, run: stop }], done !== null);
  if (done === null)
    return (
      <PanelActions>
        <Button
          leftSection={<IconPrinter size={16} />}
          disabled={!isReady || pages === 0 || tooLarge}
          onClick={() => void start()}
        >
          {t('print')}
        </Button>
      </PanelActions>
    );
  const at = Math.min(pages, Math.floor(done) + 1);
  return (
    <PanelActions>
      <Button variant="default" onClick={stop}>
        {t('stop')}
      </Button>
      <Stack gap={4} flex={1}>
        <Text size="sm" role="status">
          {pages > 1
            ? t('workingPages', { done: number(at), count: number(pages) })
            : t('working', { share: percent(done) })}
        </Text>
        <Progress value={(done / Math.max(1, pages)) * 100} aria-label={t('progress')} />
      </Stack>
    </PanelActions>
  );
};
