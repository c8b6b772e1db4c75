/** @file The background of the stage in a picture: the gradient of view.css, from its colours. */

export function paintBackdrop(context: CanvasRenderingContext2D, width: number, height: number): void {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  context.save();
  context.translate(width / 2, height * 0.38);
  context.scale(width * 1.2, height * 0.9);
  const gradient = context.createRadialGradient(0, 0, 0, 0, 0, 1);
  gradient.addColorStop(0, color('--stage-near', '#2b3038'));
  gradient.addColorStop(0.55, color('--stage-middle', '#1d2026'));
  gradient.addColorStop(1, color('--stage-far', '#14161a'));
  context.fillStyle = gradient;
  context.fillRect(-1, -1, 2, 2);
  context.restore();
}
