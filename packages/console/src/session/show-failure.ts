/** Shows what failed in place of the pages, without their scripts. @param ways what a person can do now */
export function showFailure(title: string, reason: string, ways: readonly HTMLElement[]): void {
  const main = document.createElement('main');
  main.className = 'message';
  const heading = document.createElement('h1');
  heading.textContent = title;
  const alert = document.createElement('p');
  alert.setAttribute('role', 'alert');
  alert.textContent = reason;
  const actions = document.createElement('p');
  actions.className = 'actions';
  actions.append(...ways);
  main.append(heading, alert, actions);
  document.getElementById('console')?.replaceChildren(main);
}

export function button(text: string, className: string, act: () => void): HTMLElement {
  const element = document.createElement('button');
  element.className = className;
  element.textContent = text;
  element.addEventListener('click', act);
  return element;
}
