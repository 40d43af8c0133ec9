// One search over everything on the map: a coordinate, regions and places, tools, layers, records, screens. Ctrl+K brings the cursor here.
'use client';
import { CloseButton, Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { unpinPlace, useIsPinned, useMap } from '@/map';
import { useRecentChoices } from '../../logic/recent-choices';
import classes from './search-box.module.css';
import { type Choice, type SearchBoxProps, useSearchChoices } from './use-search-choices';

export type { SearchBoxProps };

/** Ctrl+K brings the cursor to the box; Esc takes the mark off the map, before what else it would close. */
function useSearchKeys(input: RefObject<HTMLInputElement | null>, clear: () => void): void {
  const focus = () => {
    input.current?.focus();
    input.current?.select();
  };
  useHotkeys('screen', [{ keys: 'Mod+KeyK', whileTyping: true, repeats: true, run: focus }]);
  useHotkeys('panel', [{ keys: 'Escape', run: clear }], useIsPinned());
}

export function SearchBox(props: SearchBoxProps) {
  const t = useTranslations('home.search');
  const common = useTranslations('common');
  const map = useMap();
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { sections, isWaiting, isFailed, want } = useSearchChoices(text, props);
  const all = sections.flatMap(({ choices }) => choices);
  const isEmpty = text.trim() === '';

  const clear = () => {
    setText('');
    unpinPlace();
  };
  useSearchKeys(input, clear);

  // Enter goes to the first of what fits; of suggestions nothing is chosen before an arrow does.
  const first = isEmpty ? undefined : all[0]?.key;
  const isOpen = combobox.dropdownOpened;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one comes first
  useEffect(() => {
    const box = input.current;
    const id = isOpen && first ? combobox.selectFirstOption() : null;
    if (!box || !id) return;
    // The library tells a reader only of what arrows choose.
    box.setAttribute('aria-activedescendant', id);
    return () => box.removeAttribute('aria-activedescendant');
  }, [first, isOpen]);

  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    unpinPlace();
    setText(choice.isPlace ? choice.label : '');
    useRecentChoices.getState().add({ key: choice.key, label: choice.isPlace && choice.ltr ? (choice.note ?? '') : choice.label, run: choice.run }); // biome-ignore format: one line
    combobox.closeDropdown();
    // What opens takes the keyboard; a place leaves it to the map.
    input.current?.blur();
    choice.run();
    if (choice.isPlace) map.focus();
  };

  return (
    <search className={classes.box}>
      <Combobox store={combobox} onOptionSubmit={(key) => choose(all.find((choice) => choice.key === key))}>
        <Combobox.Target withExpandedAttribute>
          <TextInput
            ref={input}
            aria-label={t('label')}
            aria-autocomplete="list"
            aria-keyshortcuts="Control+K"
            placeholder={t('placeholder')}
            leftSection={<IconSearch size={16} />}
            rightSection={
              isWaiting ? (
                <Loader size={14} />
              ) : isEmpty ? (
                <kbd className={classes.key}>Ctrl+K</kbd>
              ) : (
                <CloseButton size="sm" aria-label={common('clear')} onClick={clear} />
              )
            }
            rightSectionWidth={isEmpty ? 64 : 36}
            rightSectionPointerEvents={isEmpty ? 'none' : 'auto'}
            value={text}
            maxLength={200}
            classNames={{ input: classes.typed }}
            onChange={(event) => {
              setText(event.currentTarget.value);
              unpinPlace();
              combobox.openDropdown();
            }}
            onFocus={() => {
              want();
              combobox.openDropdown();
            }}
            onClick={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={all.length === 0 && text.trim().length < 2}>
          <Combobox.Options mah={420} className={classes.options} aria-label={t('label')}>
            {sections.map(({ title, choices }) => (
              <Combobox.Group key={title} label={title}>
                {choices.map((choice) => (
                  <Combobox.Option key={choice.key} value={choice.key}>
                    <span className={classes.choice} data-below={choice.below}>
                      <span dir="auto">{choice.label}</span>
                      {choice.note && (
                        <bdi className={classes.note} data-key={choice.isKey} dir={choice.ltr ? 'ltr' : undefined}>
                          {choice.note}
                        </bdi>
                      )}
                    </span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
            {all.length === 0 && (
              <Combobox.Empty>{isWaiting ? t('looking') : isFailed ? t('failed') : t('nothing')}</Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </search>
  );
}
