// The icons that help pages name between colons: those of the menu, and those of the buttons that the pages tell of.
import {
  IconArrowBackUp,
  IconBookmark,
  IconCheck,
  IconCloudUpload,
  IconCopy,
  IconDownload,
  IconEye,
  IconFilter,
  IconHandClick,
  IconHelp,
  IconLock,
  IconMenu2,
  IconPlus,
  IconPrinter,
  IconRefresh,
  IconRuler2,
  IconSearch,
  IconSparkles,
  IconTable,
  IconTools,
  IconX,
} from '@tabler/icons-react';
import { hasIcon, type Icon, iconOf } from './icons';

const MORE: Record<string, Icon> = {
  undo: IconArrowBackUp,
  bookmark: IconBookmark,
  check: IconCheck,
  'cloud-upload': IconCloudUpload,
  copy: IconCopy,
  download: IconDownload,
  eye: IconEye,
  filter: IconFilter,
  identify: IconHandClick,
  help: IconHelp,
  lock: IconLock,
  menu: IconMenu2,
  plus: IconPlus,
  print: IconPrinter,
  refresh: IconRefresh,
  ruler: IconRuler2,
  search: IconSearch,
  news: IconSparkles,
  table: IconTable,
  tools: IconTools,
  close: IconX,
};

/** The picture of a token; null for one that is none of ours. */
export const helpIcon = (name: string): Icon | null => MORE[name] ?? (hasIcon(name) ? iconOf(name) : null);
