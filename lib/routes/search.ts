// The parameters of the page's address, changed without asking the server to render the screen again. In their place "back" leaves the screen.

type Change = (search: URLSearchParams) => URLSearchParams;

const changed = (change: Change): string => {
  const text = change(new URLSearchParams(window.location.search)).toString();
  return `${window.location.pathname}${text && `?${text}`}`;
};

/** Puts other parameters into the address of the page that is open. */
export const changeSearch = (change: Change): void => window.history.replaceState(null, '', changed(change));

/** The same as a step of its own: "back" returns from it. For what looks like a page of its own. */
export const stepInSearch = (change: Change): void => window.history.pushState(null, '', changed(change));

/** Gives one parameter a value; null takes it away. */
export const setInSearch = (key: string, value: string | null): void =>
  changeSearch((search) => {
    if (value === null) search.delete(key);
    else search.set(key, value);
    return search;
  });
