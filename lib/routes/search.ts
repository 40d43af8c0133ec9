// The parameters of the page's address, changed in their place: the server does not render the screen again, and "back" leaves it.

/** Puts other parameters into the address of the page that is open. */
export function changeSearch(change: (search: URLSearchParams) => URLSearchParams): void {
  const text = change(new URLSearchParams(window.location.search)).toString();
  window.history.replaceState(null, '', `${window.location.pathname}${text && `?${text}`}`);
}

/** Gives one parameter a value; null takes it away. */
export const setInSearch = (key: string, value: string | null): void =>
  changeSearch((search) => {
    if (value === null) search.delete(key);
    else search.set(key, value);
    return search;
  });
