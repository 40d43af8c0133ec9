// A role's modules as small icons, each with its name for pointers and for screen readers.
'use client';
import {
  type Icon,
  IconBriefcase,
  IconChartBar,
  IconCheckbox,
  IconFolders,
  IconForms,
  IconListDetails,
  IconLivePhoto,
  IconMessage,
  IconPolygon,
  IconShield,
  IconSpeakerphone,
  IconSquare,
  IconStack2,
  IconStackPush,
  IconUsers,
} from '@tabler/icons-react';
import classes from './roles.module.css';

const ICONS: Record<number, Icon> = {
  1: IconStackPush,
  2: IconForms,
  3: IconFolders,
  4: IconStack2,
  5: IconUsers,
  6: IconShield,
  7: IconListDetails,
  8: IconMessage,
  9: IconSpeakerphone,
  10: IconCheckbox,
  11: IconLivePhoto,
  15: IconChartBar,
  16: IconPolygon,
  17: IconBriefcase,
};

export const moduleIcon = (id: number): Icon => ICONS[id] ?? IconSquare;

export function ModuleIcons({ modules, nameOf }: { modules: readonly number[]; nameOf: (id: number) => string }) {
  if (modules.length === 0) return null;
  return (
    <span className={classes.modules}>
      {modules.map((id) => {
        const ModuleIcon = moduleIcon(id);
        return (
          <span key={id} role="img" aria-label={nameOf(id)} title={nameOf(id)}>
            <ModuleIcon size={16} stroke={1.6} />
          </span>
        );
      })}
    </span>
  );
}
