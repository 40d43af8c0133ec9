// Chooses the symbol of a point by looking or by its name: a field that opens a search over a grid.
'use client';
import { Input, Popover, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { useLocale, useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { fold } from '@/contract/fold';
import { DISC_ICON, type Mark, OWN_ICON } from '@/contract/schemas/style';
import { loadSymbolWords, type SymbolWords } from '@/lib/i18n/symbol-words';
import { Glyph } from '@/map/legend/glyph';
import { SYMBOL_NAMES } from '@/map/style/symbol-names';
import classes from './symbol-picker.module.css';

/** Symbols in a row, which the arrows up and down step by. */
const COLUMNS = 8;
const DISC = '';
const ALL: readonly string[] = [DISC, ...SYMBOL_NAMES];

/** The marker of the layer itself. */
interface Own {
  label: string;
  address: string;
}

const useSymbolWords = (): ReadonlyMap<string, SymbolWords> => {
  const lang = useLocale();
  const [words, setWords] = useState<ReadonlyMap<string, SymbolWords>>(new Map());
  useEffect(() => {
    let isOn = true;
    // Without words the pictures are still there to choose from.
    loadSymbolWords(lang).then(
      (all) => isOn && setWords(all),
      () => undefined,
    );
    return () => {
      isOn = false;
    };
  }, [lang]);
  return words;
};

/** Where an arrow leads among `count` symbols in rows; null for a key that leads nowhere. */
export const stepInGrid = (key: string, at: number, count: number, isRtl: boolean): number | null => {
  const steps: Record<string, number> = {
    ArrowRight: isRtl ? -1 : 1,
    ArrowLeft: isRtl ? 1 : -1,
    ArrowDown: COLUMNS,
    ArrowUp: -COLUMNS,
  };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return null;
  const next = at + step;
  return next < 0 || next >= count ? at : next;
};

/** Names of the symbols that all words of a search are said of. */
export const findSymbols = (search: string, words: ReadonlyMap<string, SymbolWords>): readonly string[] => {
  const parts = fold(search).split(' ').filter(Boolean);
  if (parts.length === 0) return ALL;
  return SYMBOL_NAMES.filter((name) => {
    const text = words.get(name)?.search ?? name;
    return parts.every((part) => text.includes(part));
  });
};

export interface SymbolPickerProps {
  label: string;
  /** What the choice of no symbol is called. */
  discLabel: string;
  /** How the symbols are drawn; its icon is the present one. */
  mark: Mark;
  /** Offered first where the layer has one. */
  own?: Own | undefined;
  /** Undefined: a disc. */
  onChange: (icon: string | undefined) => void;
  className?: string | undefined;
}

export const SymbolPicker = ({ label, discLabel, mark, own, onChange, className }: SymbolPickerProps) => {
  const words = useSymbolWords();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const present = mark.icon === DISC_ICON ? DISC : (mark.icon ?? (own ? OWN_ICON : DISC));
  const nameOf = (icon: string) =>
    icon === DISC ? discLabel : icon === OWN_ICON && own ? own.label : (words.get(icon)?.label ?? icon);
  const choose = (icon: string) => {
    setOpen(false);
    onChange(icon === DISC ? undefined : icon);
  };
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} className={className}>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        width={320}
        position="bottom-start"
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>
          <UnstyledButton
            className={classes.field}
            aria-label={`${label}: ${nameOf(present)}`}
            aria-haspopup="dialog"
            onClick={() => setOpen(!isOpen)}
          >
            <SymbolGlyph mark={mark} icon={present} size={20} picture={own?.address} />
            <span className={classes.name}>{nameOf(present)}</span>
            <IconChevronDown size={16} aria-hidden />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown
          p={8}
          aria-labelledby={id}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            setOpen(false);
          }}
        >
          <SymbolGrid mark={mark} own={own} present={present} words={words} nameOf={nameOf} onChoose={choose} />
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  );
};

interface SymbolGlyphProps {
  mark: Mark;
  icon: string;
  size: number;
  /** The address of the layer's own marker. */
  picture: string | undefined;
}

const SymbolGlyph = ({ mark, icon, size, picture }: SymbolGlyphProps) => {
  const { icon: _, ...plain } = mark;
  if (icon === OWN_ICON && picture) return <Glyph glyph={{ shape: 'point', mark: plain, picture }} size={size} />;
  return (
    <Glyph glyph={{ shape: 'point', mark: icon === DISC ? { ...plain, size: 7 } : { ...plain, icon } }} size={size} />
  );
};

interface SymbolGridProps {
  mark: Mark;
  own: Own | undefined;
  present: string;
  words: ReadonlyMap<string, SymbolWords>;
  nameOf: (icon: string) => string;
  onChoose: (icon: string) => void;
}

const SymbolGrid = ({ mark, own, present, words, nameOf, onChoose }: SymbolGridProps) => {
  const t = useTranslations('map.tools.styling.symbols');
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const symbols = findSymbols(search, words);
  const matches = own && symbols === ALL ? [OWN_ICON, ...symbols] : symbols;
  const stop = Math.max(0, matches.indexOf(present));
  const focusAt = (at: number) => list.current?.querySelectorAll<HTMLElement>('[role="option"]')[at]?.focus();

  const onGridKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const options = [...event.currentTarget.querySelectorAll('[role="option"]')];
    const at = options.indexOf(event.target as Element);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = stepInGrid(event.key, at, options.length, getComputedStyle(event.currentTarget).direction === 'rtl');
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    focusAt(next);
  };
  return (
    <>
      <TextInput
        data-autofocus
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') focusAt(stop);
          else if (event.key === 'Enter' && matches[0] !== undefined) onChoose(matches[0]);
          else return;
          event.preventDefault();
        }}
      />
      {matches.length === 0 && (
        <Text size="sm" c="dimmed" p={8}>
          {t('none')}
        </Text>
      )}
      <div
        ref={list}
        role="listbox"
        aria-label={t('list')}
        tabIndex={-1}
        className={classes.grid}
        onKeyDown={onGridKey}
      >
        {matches.map((icon, i) => (
          <UnstyledButton
            key={icon}
            role="option"
            aria-selected={icon === present}
            aria-label={nameOf(icon)}
            title={nameOf(icon)}
            tabIndex={i === stop ? 0 : -1}
            className={classes.symbol}
            onClick={() => onChoose(icon)}
          >
            <SymbolGlyph mark={mark} icon={icon} size={22} picture={own?.address} />
          </UnstyledButton>
        ))}
      </div>
    </>
  );
};
