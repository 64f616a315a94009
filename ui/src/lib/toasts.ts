import { errorText } from "./error-text";
import { Store } from "./store";

export interface Toast {
  id: number;
  text: string;
  tone: "plain" | "loss";
  /** One button that helps; the toast leaves when it is pressed. */
  action?: { label: string; run: () => void };
  seconds: number;
}

export const toasts = new Store<readonly Toast[]>([]);
let last = 0;

export function showToast(toast: Pick<Toast, "text"> & Partial<Omit<Toast, "id">>): number {
  const id = ++last;
  toasts.set((shown) => [...shown.slice(-3), { tone: "plain", seconds: 6, ...toast, id }]);
  return id;
}

export function showError(error: unknown): number {
  const { what, remedy } = errorText(error);
  return showToast({ text: remedy ? `${what} ${remedy}` : what, tone: "loss", seconds: 12 });
}

export function dismissToast(id: number): void {
  toasts.set((shown) => shown.filter((toast) => toast.id !== id));
}
