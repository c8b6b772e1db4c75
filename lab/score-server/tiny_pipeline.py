"""Writes a tiny pipeline of a real class with random weights, to try the server without a download.

    python tiny_pipeline.py cogvideox folder
"""

import sys

import torch
from diffusers import (
    AutoencoderKLCogVideoX,
    AutoencoderKLWan,
    CogVideoXDDIMScheduler,
    CogVideoXPipeline,
    CogVideoXTransformer3DModel,
    FlowMatchEulerDiscreteScheduler,
    WanPipeline,
    WanTransformer3DModel,
)
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast, T5Config, T5EncoderModel, UMT5Config, UMT5EncoderModel

TEXT = dict(vocab_size=64, d_model=32, d_kv=8, d_ff=37, num_layers=2, num_heads=4)


def tokenizer():
    words = "a the fox fish bird dog cat walks jumps swims flies runs turns".split()
    vocabulary = {word: i for i, word in enumerate(["<pad>", "<unk>", "</s>", *words])}
    plain = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    plain.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(
        tokenizer_object=plain, pad_token="<pad>", unk_token="<unk>", eos_token="</s>"
    )


def cogvideox():
    blocks = dict(
        down_block_types=("CogVideoXDownBlock3D",) * 4, up_block_types=("CogVideoXUpBlock3D",) * 4
    )
    return CogVideoXPipeline(
        tokenizer(),
        T5EncoderModel(T5Config(**TEXT)),
        AutoencoderKLCogVideoX(
            **blocks, block_out_channels=(8, 8, 8, 8), latent_channels=4, layers_per_block=1, norm_num_groups=2
        ),
        CogVideoXTransformer3DModel(
            num_attention_heads=2, attention_head_dim=16, in_channels=4, out_channels=4, time_embed_dim=4,
            text_embed_dim=32, num_layers=1, sample_width=4, sample_height=4, sample_frames=9, patch_size=2,
            max_text_seq_length=16, use_rotary_positional_embeddings=True,
        ),
        CogVideoXDDIMScheduler(prediction_type="v_prediction"),
    )


def wan():
    return WanPipeline(
        tokenizer(),
        UMT5EncoderModel(UMT5Config(**TEXT)),
        AutoencoderKLWan(base_dim=3, z_dim=16, dim_mult=[1, 1, 1, 1], num_res_blocks=1),
        FlowMatchEulerDiscreteScheduler(shift=3.0),
        WanTransformer3DModel(
            num_attention_heads=2, attention_head_dim=12, text_dim=32, freq_dim=256, ffn_dim=32, num_layers=2,
            cross_attn_norm=True, qk_norm="rms_norm_across_heads", rope_max_seq_len=32,
        ),
    )


if __name__ == "__main__":
    torch.manual_seed(0)
    {"cogvideox": cogvideox, "wan": wan}[sys.argv[1]]().save_pretrained(sys.argv[2])
