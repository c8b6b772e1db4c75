"""Score distillation gradients of films from the video diffusion models of `diffusers` (AKD, Li et al. 2025).

The transformer only runs forwards; the way back from latents to pixels goes through the VAE's encoder alone, as is usual
in score distillation (Poole et al. 2022). Films have any size and number of frames: they are resized to what the model
was trained on and the last frame is repeated, both differentiably.
"""

import torch
import torch.nn.functional as functional
from diffusers import CogVideoXPipeline, DiffusionPipeline, WanPipeline


class VideoScore:
    """A frozen pipeline; subclasses know its latents and what its transformer predicts."""

    # Causal VAEs want 4 n + 1 frames.
    frames_per_latent = 4

    def __init__(self, pipeline, device, height, width):
        self.pipeline = pipeline
        self.device = device
        self.height, self.width = height, width
        for part in (pipeline.vae, pipeline.transformer, pipeline.text_encoder):
            part.requires_grad_(False).eval().to(device)
        # The encoder is differentiated: single precision, and its activations are computed anew on the way back.
        pipeline.vae.to(torch.float32)
        if hasattr(pipeline.vae, "enable_gradient_checkpointing") and pipeline.vae._supports_gradient_checkpointing:
            pipeline.vae.enable_gradient_checkpointing()
        self.embeddings = {}

    def gradient(self, frames, prompt, time, seed, guidance):
        """dL/d frames of a film [F, H, W, 3] in 0 to 1."""
        frames = frames.to(self.device).requires_grad_(True)
        latents = self.encode(self.fit(frames))
        with torch.no_grad():
            # Noise is drawn on the CPU: the same on every device.
            noise = torch.randn(latents.shape, generator=torch.Generator().manual_seed(seed)).to(self.device)
            wanted = self.latent_gradient(latents.detach(), noise, prompt, time, guidance)
        latents.backward(wanted)
        return frames.grad

    def fit(self, frames):
        """The film as the VAE wants it: [1, 3, F', H', W'] in -1 to 1."""
        count = frames.shape[0]
        wanted = -(-(count - 1) // self.frames_per_latent) * self.frames_per_latent + 1
        index = torch.arange(wanted, device=frames.device).clamp(max=count - 1)
        pictures = frames.permute(0, 3, 1, 2)
        pictures = functional.interpolate(pictures, (self.height, self.width), mode="bilinear", antialias=True)
        return (2 * pictures[index] - 1).permute(1, 0, 2, 3)[None]

    def embed(self, prompt):
        """Text embeddings; those of the last few prompts are kept."""
        if prompt not in self.embeddings:
            if len(self.embeddings) >= 8:
                self.embeddings.clear()
            embedding, _ = self.pipeline.encode_prompt(
                prompt, do_classifier_free_guidance=False, device=self.device, max_sequence_length=self.text_length
            )
            self.embeddings[prompt] = embedding
        return self.embeddings[prompt]

    def guided(self, latents, timestep, prompt, guidance):
        """What the transformer predicts, with classifier-free guidance."""
        told = self.predict(latents, timestep, self.embed(prompt))
        if guidance == 1:
            return told
        free = self.predict(latents, timestep, self.embed(""))
        return free + guidance * (told - free)


class CogVideoScore(VideoScore):
    """CogVideoX: v-prediction. dL/dz = (1 - a) (z - z0), z0 = sqrt(a) z_t - sqrt(1 - a) v."""

    @property
    def text_length(self):
        return self.pipeline.transformer.config.max_text_seq_length

    def encode(self, film):
        vae = self.pipeline.vae
        return vae.encode(film).latent_dist.mode() * vae.config.scaling_factor

    def latent_gradient(self, latents, noise, prompt, time, guidance):
        alphas = self.pipeline.scheduler.alphas_cumprod
        step = round(time * (len(alphas) - 1))
        keep = alphas[step].to(self.device, torch.float32)
        noisy = keep.sqrt() * latents + (1 - keep).sqrt() * noise
        velocity = self.guided(noisy, step, prompt, guidance)
        clean = keep.sqrt() * noisy - (1 - keep).sqrt() * velocity
        return (1 - keep) * (latents - clean)

    def predict(self, latents, timestep, embedding):
        # [1, C, F, H, W] for the VAE, [1, F, C, H, W] for the transformer.
        transformer = self.pipeline.transformer
        stacked = latents.transpose(1, 2).to(transformer.dtype)
        rotary = None
        if transformer.config.use_rotary_positional_embeddings:
            rotary = self.pipeline._prepare_rotary_positional_embeddings(
                self.height, self.width, stacked.shape[1], self.device
            )
        out = transformer(
            hidden_states=stacked,
            encoder_hidden_states=embedding.to(transformer.dtype),
            timestep=torch.tensor([timestep], device=self.device),
            image_rotary_emb=rotary,
            return_dict=False,
        )[0]
        return out.float().transpose(1, 2)


class WanScore(VideoScore):
    """Wan 2.1: rectified flow, z_t = (1 - t) z + t noise. dL/dz = v - (noise - z)."""

    text_length = 512

    def encode(self, film):
        vae = self.pipeline.vae
        mean = torch.tensor(vae.config.latents_mean, device=self.device).view(1, -1, 1, 1, 1)
        deviation = torch.tensor(vae.config.latents_std, device=self.device).view(1, -1, 1, 1, 1)
        return (vae.encode(film).latent_dist.mode() - mean) / deviation

    def latent_gradient(self, latents, noise, prompt, time, guidance):
        noisy = (1 - time) * latents + time * noise
        steps = self.pipeline.scheduler.config.num_train_timesteps
        return self.guided(noisy, time * steps, prompt, guidance) - (noise - latents)

    def predict(self, latents, timestep, embedding):
        transformer = self.pipeline.transformer
        return transformer(
            hidden_states=latents.to(transformer.dtype),
            timestep=torch.tensor([timestep], device=self.device),
            encoder_hidden_states=embedding.to(transformer.dtype),
            return_dict=False,
        )[0].float()


KINDS = {CogVideoXPipeline: CogVideoScore, WanPipeline: WanScore}


def open_score(model, device, height, width):
    """Loads a pipeline by its name on the Hub or from a folder."""
    dtype = torch.bfloat16 if device.startswith("cuda") else torch.float32
    pipeline = DiffusionPipeline.from_pretrained(model, torch_dtype=dtype)
    for kind, score in KINDS.items():
        if isinstance(pipeline, kind):
            return score(pipeline, device, height, width)
    known = ", ".join(kind.__name__ for kind in KINDS)
    raise SystemExit(f"{model} is a {type(pipeline).__name__}; this server knows {known}")
